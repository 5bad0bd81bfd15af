//! The rivers of a board: those of the sheet, those led along hexsides from the atlas, and the corrections.

use crate::compile::Inputs;
use crate::files::{AtlasError, Result};
use crate::fit::Georeference;
use crate::georef::RiverPlan;
use crate::rivers::{RiverBed, join};
use crate::sheet::Override;
use sandtable_board::hexboard::{River, Size, side_name};
use sandtable_board::{Hex, Point};
use std::collections::BTreeMap;

/// Index of the point of a line nearest to a point.
fn nearest_on(line: &[Point], p: Point) -> usize {
    (0..line.len()).min_by(|&a, &b| line[a].distance(p).total_cmp(&line[b].distance(p))).unwrap_or(0)
}

impl Inputs {
    /// The rivers from source to mouth, those of the sheet first.
    pub fn rivers(
        &self,
        geo: &Georeference,
        closed: &[bool],
        town_hexes: &BTreeMap<String, Hex>,
    ) -> Result<Vec<River>> {
        let t = &self.topology;
        let mut rivers = self.sheet.rivers.clone();
        // Only places that the sheet names must be left on their own bank; halts and villages need not.
        let towns: BTreeMap<Hex, Point> = self
            .sheet
            .places
            .iter()
            .filter(|p| p.size > Size::Village)
            .filter_map(|p| Some((p.hex, geo.locate(self.town(p.id.as_ref()?)?))))
            .collect();
        let bed = RiverBed { topology: t, towns: &towns, water: closed };
        for plan in &self.plan.rivers {
            let error = |what: String| self.plan.error_at(plan.line, what);
            if !plan.into.is_empty() && !rivers.iter().any(|r| r.name == plan.into) {
                return Err(error(format!(
                    "river `{}` joins `{}`, which is not on the board; mend the name or list that river first",
                    plan.name, plan.into
                )));
            }
            let line = self.course(plan, geo)?;
            let big_from = match plan.big_below.as_str() {
                "" => None,
                town => {
                    let hex = town_hexes.get(town);
                    let hex = hex.ok_or_else(|| error(format!("big_below: unknown town `{town}`")))?;
                    Some(t.centre(*hex))
                }
            };
            let made = bed.compile(plan, &line, big_from, &rivers);
            if made.is_empty() {
                return Err(error(format!("river `{}` does not touch the board; take it out", plan.name)));
            }
            rivers.extend(made);
        }
        self.correct(&mut rivers)?;
        Ok(rivers)
    }

    /// The whole course of a planned river on the sheet, source first where the plan says so.
    fn course(&self, plan: &RiverPlan, geo: &Georeference) -> Result<Vec<Point>> {
        let error = |what: String| self.plan.error_at(plan.line, what);
        let mut pieces = Vec::new();
        for name in &plan.pieces {
            let lines = self.region.rivers.get(name).ok_or_else(|| {
                error(format!("the atlas has no river `{name}`; see rivers_names.csv and rivers_minor"))
            })?;
            pieces.extend(lines.iter().map(|l| l.iter().map(|p| geo.locate(*p)).collect::<Vec<_>>()));
        }
        let mut line = join(pieces, 2.5);
        if let Some((upper, lower)) = &plan.flows {
            let at = |town: &str| {
                let place = self.town(town).ok_or_else(|| error(format!("flows: unknown town `{town}`")))?;
                Ok::<_, AtlasError>(nearest_on(&line, geo.locate(place)))
            };
            if at(upper)? > at(lower)? {
                line.reverse();
            }
        }
        Ok(line)
    }

    /// Takes sides out and puts sides in as the overrides say.
    fn correct(&self, rivers: &mut Vec<River>) -> Result<()> {
        for c in &self.corrections {
            match c.change {
                Override::River(side, None) => {
                    for r in rivers.iter_mut() {
                        // Taking a side out of the middle would leave a gap: the ends only.
                        if r.sides.first() == Some(&side) {
                            r.sides.remove(0);
                        } else if r.sides.last() == Some(&side) {
                            r.sides.pop();
                        } else if r.sides.contains(&side) {
                            let what = format!(
                                "{} lies within river {}; only its first or last hexside can be taken out",
                                side_name(&self.topology, side),
                                r.name
                            );
                            return Err(self.override_error(c, what));
                        }
                    }
                    rivers.retain(|r| !r.sides.is_empty());
                }
                Override::River(side, Some(class)) => {
                    rivers.push(River { name: c.reason.clone(), class, sides: vec![side] });
                }
                _ => {}
            }
        }
        Ok(())
    }
}
