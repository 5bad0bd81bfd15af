//! Chance comes in through one door.

/// A source of dice.
pub trait Dice {
    /// The next roll of a die with this many sides: 1 up to `sides`.
    fn roll(&mut self, sides: u8) -> u8;
}

/// Fast dice for rollouts: the same seed gives the same rolls.
#[derive(Clone, Debug)]
pub struct Seeded {
    state: u64,
}

impl Seeded {
    /// Dice from a seed.
    pub fn new(seed: u64) -> Seeded {
        Seeded { state: seed }
    }

    /// The next 64 random bits (splitmix64).
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`; the tiny bias of the multiplication does not matter for choices of bots.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }
}

impl Dice for Seeded {
    fn roll(&mut self, sides: u8) -> u8 {
        self.below(usize::from(sides)) as u8 + 1
    }
}

/// Writes down every roll of another source.
pub struct Recording<'a> {
    source: &'a mut dyn Dice,
    /// The rolls so far.
    pub rolls: Vec<u8>,
    /// How many faces each of these dice has.
    pub faces: Vec<u8>,
}

impl<'a> Recording<'a> {
    /// Notes the rolls of a source.
    pub fn new(source: &'a mut dyn Dice) -> Recording<'a> {
        Recording { source, rolls: Vec::new(), faces: Vec::new() }
    }
}

impl Dice for Recording<'_> {
    fn roll(&mut self, sides: u8) -> u8 {
        let roll = self.source.roll(sides);
        self.rolls.push(roll);
        self.faces.push(sides);
        roll
    }
}

/// Rolls given beforehand: from a record, or typed in by hand. It never fails while rolling; afterwards [`Given::over`]
/// says whether there were too few, too many or impossible ones.
#[derive(Clone, Debug)]
pub struct Given {
    rolls: Vec<u8>,
    asked: usize,
    impossible: Option<(u8, u8)>,
}

impl Given {
    /// These rolls in this order.
    pub fn new(rolls: Vec<u8>) -> Given {
        Given { rolls, asked: 0, impossible: None }
    }

    /// How many were asked for.
    pub fn asked(&self) -> usize {
        self.asked
    }

    /// What was wrong with the rolls, if anything.
    pub fn over(&self) -> Result<(), WrongDice> {
        if let Some((roll, sides)) = self.impossible {
            return Err(WrongDice::Impossible { roll, sides });
        }
        if self.asked == self.rolls.len() {
            Ok(())
        } else {
            Err(WrongDice::Count { given: self.rolls.len(), wanted: self.asked })
        }
    }
}

impl Dice for Given {
    fn roll(&mut self, sides: u8) -> u8 {
        let roll = self.rolls.get(self.asked).copied().unwrap_or(1);
        self.asked += 1;
        if !(1..=sides).contains(&roll) {
            self.impossible.get_or_insert((roll, sides));
            return 1;
        }
        roll
    }
}

/// Rolls that do not fit what was rolled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WrongDice {
    /// Too few or too many.
    #[error("{wanted} dice are rolled here, {given} were given")]
    Count {
        /// How many were given.
        given: usize,
        /// How many are rolled.
        wanted: usize,
    },
    /// Not a face of the die.
    #[error("{roll} is not a face of a die with {sides} sides")]
    Impossible {
        /// The roll.
        roll: u8,
        /// The die.
        sides: u8,
    },
}

/// Runs through all rolls: call [`Enumerating::next_run`] and then the same code, until it says no.
#[derive(Clone, Debug, Default)]
pub struct Enumerating {
    /// Faces of this run and the sides of their dice.
    path: Vec<(u8, u8)>,
    at: usize,
    started: bool,
}

impl Enumerating {
    /// Before the first run.
    pub fn new() -> Enumerating {
        Enumerating::default()
    }

    /// Turns to the next combination; false when all have been seen.
    pub fn next_run(&mut self) -> bool {
        self.at = 0;
        if !std::mem::replace(&mut self.started, true) {
            return true;
        }
        while let Some((face, sides)) = self.path.pop() {
            if face < sides {
                self.path.push((face + 1, sides));
                return true;
            }
        }
        false
    }

    /// In how many equal parts chance is divided by the dice of this run.
    pub fn parts(&self) -> u64 {
        self.path.iter().map(|(_, sides)| u64::from(*sides)).product()
    }
}

impl Dice for Enumerating {
    fn roll(&mut self, sides: u8) -> u8 {
        if self.at == self.path.len() {
            self.path.push((1, sides));
        }
        let face = self.path[self.at].0;
        self.at += 1;
        face
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeded_dice_repeat_and_are_fair_enough() {
        let mut a = Seeded::new(7);
        let mut b = Seeded::new(7);
        let mut count = [0; 7];
        for _ in 0..60_000 {
            let r = a.roll(6);
            assert_eq!(r, b.roll(6));
            count[usize::from(r)] += 1;
        }
        assert_eq!(count[0], 0);
        assert!(count[1..].iter().all(|c| (9_500..10_500).contains(c)), "{count:?}");
        // The published sequence of splitmix64: series of games repeat for good.
        let mut known = Seeded::new(0);
        assert_eq!([known.bits(), known.bits()], [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]);
        assert_eq!((0..6).map(|n| Seeded::new(5).below(n + 1)).max(), Some(Seeded::new(5).below(6)));
    }

    #[test]
    fn enumerating_visits_every_combination_once_with_its_weight() {
        let mut dice = Enumerating::new();
        let mut seen = std::collections::BTreeMap::new();
        let mut total = 0.0;
        while dice.next_run() {
            // The second die is rolled only after a one: combinations of different length.
            let first = dice.roll(6);
            let second = if first == 1 { dice.roll(3) } else { 0 };
            assert!(seen.insert((first, second), ()).is_none());
            total += 1.0 / dice.parts() as f64;
        }
        assert_eq!(seen.len(), 8);
        assert!((total - 1.0).abs() < 1e-12);
    }

    #[test]
    fn given_dice_complain_afterwards() {
        let run = |rolls: &[u8], n: usize| {
            let mut d = Given::new(rolls.to_vec());
            (0..n).for_each(|_| {
                d.roll(6);
            });
            d.over()
        };
        assert_eq!(run(&[1, 6], 2), Ok(()));
        assert_eq!(run(&[1], 2), Err(WrongDice::Count { given: 1, wanted: 2 }));
        assert_eq!(run(&[1, 2, 3], 2), Err(WrongDice::Count { given: 3, wanted: 2 }));
        assert_eq!(run(&[7], 1), Err(WrongDice::Impossible { roll: 7, sides: 6 }));
        assert_eq!(run(&[0], 1), Err(WrongDice::Impossible { roll: 0, sides: 6 }));
    }

    #[test]
    fn noted_dice_keep_what_was_rolled() {
        let mut source = Seeded::new(1);
        let mut noted = Recording::new(&mut source);
        let rolls = [noted.roll(6), noted.roll(6)];
        assert_eq!(noted.rolls, rolls);
    }
}
