//! The campaign with free set-up (tannenberg 22.2): first the German, unseen, then the Russian.
use crate::scene::*;
use sandtable_core::dice::Seeded;
use sandtable_core::view::Viewer;
use sandtable_core::{Game, Side};
use sandtable_tannenberg::Action;
use sandtable_tannenberg::action::Gruppe;
use sandtable_tannenberg::position::{Phase, Step, off};

fn put(s: &Scene, unit: &str, hex: &str) -> Action {
    Action::SetUp(s.id(unit), s.hex(hex))
}

/// Places everything that a player has left, wherever chance will have it.
fn place_all(mut s: Scene, player: u8, seed: u64) -> Scene {
    let mut chance = Seeded::new(seed);
    while s.p.top() == Step::SetUp(player) {
        let offers = s.legal();
        assert!(!offers.is_empty(), "no room for {:?}", s.p.top());
        s = s.act(offers[chance.below(offers.len())], &[]);
    }
    s
}

/// The German has set up and formed no Gruppen.
fn russians_turn(seed: u64) -> Scene {
    let s = place_all(begin("free", &[], &[]), DE, seed);
    assert_eq!(s.p.top(), Step::Screen(DE));
    s.act(Action::Done, &[])
}

#[test]
fn r22_2_the_german_places_first_anywhere_in_germany() {
    let s = begin("free", &[], &[]);
    assert_eq!((s.p.top(), s.decider().0), (Step::SetUp(DE), DE));
    assert_eq!((s.p.turn, s.p.points, s.p.phase), (1, 0, Phase::SetUp));
    for (unit, hex) in [("de-kb", "0520"), ("de-kbr", "0520"), ("de-9lw", "0520"), ("de-lzn", "1114")] {
        assert_eq!(s.at(unit), hex, "a garrison has its place");
        assert_eq!(s.forbidden(put(&s, unit, "0613")), "3.0a");
    }
    assert_eq!(s.forbidden(put(&s, "de-22", "0613")), "3.0a", "reinforcements wait");
    assert_eq!(s.forbidden(put(&s, "ru-iii", "0303")), "3.0a", "the Russian comes later");
    assert!(s.may(put(&s, "de-1", "0509")) && s.may(put(&s, "de-1", "2034")), "also beside the border");
    for hex in ["0508", "0303", "0120", "1014"] {
        assert_eq!(s.forbidden(put(&s, "de-1", hex)), "22.2", "{hex}: Russia, sea or lake");
    }
    // The limit of nine holds: there are five in Königsberg.
    let (one, two) = (put(&s, "de-1", "0520"), put(&s, "de-2", "0520"));
    let s = s.acts(&[one, two]);
    assert_eq!(s.forbidden(put(&s, "de-6lw", "0520")), "15/6.11");
    assert!(s.may(put(&s, "hq-de-vf-1", "0520")), "headquarters do not count");
    assert_eq!(s.forbidden(put(&s, "de-1", "0613")), "3.0a", "placed is placed");
}

#[test]
fn r22_2_hoffmann_is_placed_with_a_headquarters() {
    let s = begin("free", &[], &[]);
    assert_eq!(s.forbidden(put(&s, "hq-de-vh", "0613")), "22.2");
    let (division, hq) = (put(&s, "de-1", "0613"), put(&s, "hq-de-vf-1", "0614"));
    let s = s.acts(&[division, hq]);
    assert_eq!(s.forbidden(put(&s, "hq-de-vh", "0613")), "22.2", "a division is none");
    let vh = put(&s, "hq-de-vh", "0614");
    assert_eq!(s.act(vh, &[]).at("hq-de-vh"), "0614");
}

#[test]
fn r22_2_the_russian_sees_nothing_until_the_german_is_done() {
    rules!("tannenberg 18.0b");
    let s = begin("free", &[], &[]);
    let (one, two) = (put(&s, "de-1", "0613"), put(&s, "de-35", "1625"));
    let there = |s: &Scene, unit: &str| s.known().place(s.id(unit));
    let s = s.act(one, &[]);
    assert_eq!(
        [there(&s, "de-1"), there(&s, "de-35")],
        [off::HIDDEN; 2],
        "placed or not, the Russian cannot tell"
    );
    assert!(!s.reads(RU).iter().any(|line| line.contains("0613")), "{:?}", s.reads(RU));
    let view = theatre().view(&s.p, Viewer::Side(Side(RU)));
    let s = s.act(two, &[]);
    assert_eq!(view, theatre().view(&s.p, Viewer::Side(Side(RU))));
    let mut out = vec![];
    theatre().actions(&s.p, Side(RU), &mut out);
    assert!(out.is_empty());
    // The German forms Gruppen, still unseen; then open units show, hidden ones only as markers.
    let s = place_all(s, DE, 5);
    assert_eq!(s.p.top(), Step::Screen(DE));
    let (hex, unit) = (s.hex("0613"), s.id("de-1"));
    let s = s.acts(&[Action::Place(Gruppe(1), hex), Action::Hide(unit, Gruppe(1))]);
    assert!(!s.known().markers.iter().any(|m| m.in_play()));
    let s = s.act(Action::Done, &[]);
    assert_eq!((s.p.top(), s.decider().0), (Step::SetUp(RU), RU));
    assert_eq!((there(&s, "de-1"), there(&s, "de-35")), (off::HIDDEN, s.hex("1625")));
    assert!(s.known().markers.iter().any(|m| m.place == hex));
    // Played openly there are no Gruppen to form.
    let open = place_all(begin("free", &[("hidden", "off")], &[]), DE, 1);
    assert_eq!(open.p.top(), Step::SetUp(RU));
}

#[test]
fn r22_2_each_russian_army_has_its_part_of_the_frontier() {
    let s = russians_turn(1);
    for (unit, hex) in
        [("ru-iii", "0303"), ("ru-d1", "1203"), ("ru-xv", "1303"), ("ru-d4", "3030"), ("ru-c4", "2918")]
    {
        assert!(s.may(put(&s, unit, hex)), "{unit} {hex}");
    }
    for (unit, hex) in [("ru-iii", "1303"), ("ru-xv", "1203"), ("ru-iii", "0613"), ("ru-xv", "1820")] {
        assert_eq!(s.forbidden(put(&s, unit, hex)), "22.2", "{unit} {hex}");
    }
    // Nobody beside Germany: 0608 touches 0609, 0607 does not; 2121 touches 2021.
    assert_eq!(
        [s.forbidden(put(&s, "ru-iii", "0608")), s.forbidden(put(&s, "ru-xv", "2121"))],
        ["22.2", "22.2"]
    );
    assert!(s.may(put(&s, "ru-iii", "0607")));
    let (a, b) = (put(&s, "ru-iii", "0303"), put(&s, "ru-xx", "0303"));
    let s = s.acts(&[a, b]);
    assert_eq!(s.forbidden(put(&s, "ru-c1", "0303")), "15/6.11");
    assert!(s.may(put(&s, "ru-5rf", "0303")));
    assert_eq!(s.forbidden(put(&s, "ru-53", "0303")), "3.0a", "it comes later");
}

#[test]
fn r22_2_rennenkampf_and_samsonov_start_more_than_twelve_hexes_apart() {
    rules!("tannenberg 17.11a");
    let s = russians_turn(2);
    let base = s.p;
    let fresh = || on(base);
    let s = fresh().act(put(&s, "hq-ru-r-1", "0303"), &[]);
    assert_eq!(
        [s.forbidden(put(&s, "hq-ru-s-2", "1303")), s.forbidden(put(&s, "hq-ru-s-2", "1504"))],
        ["17.11a", "17.11a"]
    );
    assert!(s.may(put(&s, "hq-ru-s-2", "1603")), "thirteen");
    // Where Rennenkampf could then stand nowhere, Samsonov may not go.
    let s = fresh();
    assert_eq!(s.forbidden(put(&s, "hq-ru-s-2", "1304")), "17.11a");
    let south = put(&s, "hq-ru-s-2", "1404");
    let s = s.act(south, &[]);
    assert_eq!(s.forbidden(put(&s, "hq-ru-r-1", "0204")), "17.11a");
    assert!(s.may(put(&s, "hq-ru-r-1", "0104")));
}

#[test]
fn r22_2_when_all_stand_the_campaign_begins() {
    for seed in 0..12 {
        let s = place_all(russians_turn(seed), RU, seed + 100);
        assert_eq!((s.p.phase, s.p.turn, s.p.phasing, s.p.top()), (Phase::Movement, 1, RU, Step::Moves(RU)));
        let d = s.data();
        let waits = |u| s.p.place(u) == off::POOL && s.engine().own.due(d, &s.p, u).is_none();
        assert!(!d.ids().any(waits), "nobody was left behind");
        for unit in d.ids().filter(|u| s.p.hex(*u).is_some()) {
            assert_eq!(
                sandtable_east::standard::stacking::excess(
                    d,
                    &s.p,
                    d.unit(unit).side,
                    s.p.hex(unit).unwrap()
                ),
                0
            );
        }
        let [a, b] = ["hq-ru-r-1", "hq-ru-s-2"].map(|u| s.p.hex(s.id(u)).unwrap());
        assert!(d.map.distance(a, b) > 12);
    }
    // Same forces and reinforcements as in the campaign.
    let of = |id: &str| theatre().sheets.iter().find(|s| s.rules.scenario.id == id).unwrap();
    let (free, campaign) = (of("free"), of("campaign"));
    assert_eq!((free.rules.scenario.last_turn, free.rules.scenario.levels.as_str()), (15, "campaign"));
    for (a, b) in free.rules.postings.iter().zip(&campaign.rules.postings) {
        assert_eq!(a.as_ref().map(|p| p.arrival), b.as_ref().map(|p| p.arrival));
    }
}
