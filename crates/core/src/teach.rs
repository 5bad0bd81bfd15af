//! What a game tells somebody who has never played it: facts for the lobby, a primer of one page, a paragraph for every decision,
//! and a guided first turn. All of it is data of the game (`data/teach`); a test plays the lesson and looks for every decision.

use crate::game::{About, Decision};
use crate::view::Counter;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The files of a game, as text. [`teach_files!`](crate::teach_files) takes them in.
#[derive(Clone, Copy, Debug)]
pub struct TeachFiles {
    /// `facts.toml`
    pub facts: &'static str,
    /// `primer.md`
    pub primer: &'static str,
    /// `decisions.toml`
    pub decisions: &'static str,
    /// `lesson.toml`
    pub lesson: &'static str,
}

/// The files of the crate's `data/teach`.
#[macro_export]
macro_rules! teach_files {
    () => {
        $crate::teach::TeachFiles {
            facts: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/teach/facts.toml")),
            primer: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/teach/primer.md")),
            decisions: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/teach/decisions.toml")),
            lesson: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/teach/lesson.toml")),
        }
    };
}

/// What somebody who chooses a game wants to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// From 1, an evening without reading, to 5, a campaign for the experienced.
    pub complexity: u8,
    /// What you command, and to what end.
    pub command: String,
    /// What the other side cannot see.
    pub hidden: String,
    /// The scenario to start with.
    pub start: String,
    /// What is to be known of each scenario.
    #[serde(rename = "scenario")]
    pub scenarios: Vec<ScenarioFacts>,
    /// What the numbers on the counters are called.
    #[serde(default)]
    pub figures: Vec<Figures>,
    /// Abbreviations and words of the game that a newcomer cannot know.
    #[serde(default, rename = "term")]
    pub terms: Vec<Term>,
}

/// What the numbers on some counters are called, left to right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// The branches of the counters; all others if there are none.
    #[serde(default)]
    pub branches: Vec<String>,
    /// A name for each number. The first row of the branch with as many names as the counter has numbers counts.
    pub names: Vec<String>,
}

/// A word of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// As it stands in the log, on the track or on a counter: `CEL`.
    pub word: String,
    /// What it means.
    pub means: String,
}

impl Facts {
    /// What the numbers of a counter are called.
    pub fn figures_of(&self, counter: &Counter) -> Option<&Figures> {
        let fits = |f: &&Figures| f.names.len() == counter.values.len();
        let named = |f: &&Figures| f.branches.iter().any(|b| b == counter.branch);
        let mut fitting = self.figures.iter().filter(fits);
        fitting.clone().find(named).or_else(|| fitting.find(|f| f.branches.is_empty()))
    }
}

/// How long a scenario is, and for how many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ScenarioFacts {
    /// Which scenario.
    pub id: String,
    /// How many play: `2`, `2 to 7`.
    pub players: String,
    /// Minutes for people who know the rules.
    pub minutes: u32,
    /// Decisions of all sides together.
    pub decisions: u32,
}

/// What a decision is about, for somebody who meets it for the first time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    /// The rule under which it is asked.
    pub rule: String,
    /// How the words of the decision begin, if several things are asked under the rule.
    #[serde(default)]
    pub what: String,
    /// What it is called.
    pub title: String,
    /// What it is, and what usually speaks for either way.
    pub text: String,
    /// Rules to read.
    pub rules: Vec<String>,
}

/// A guided first turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its title.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// The scenario that it is played in.
    pub scenario: String,
    /// Whom you play.
    pub side: String,
    /// The seed of its dice.
    pub seed: u64,
    /// Options by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Its steps.
    #[serde(rename = "step")]
    pub steps: Vec<LessonStep>,
}

/// A step of a lesson. One without actions is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// Its title.
    pub title: String,
    /// What there is to know and to do.
    pub text: String,
    /// Places to look at.
    #[serde(default)]
    pub places: Vec<String>,
    /// Counters to look at.
    #[serde(default)]
    pub pieces: Vec<String>,
    /// What you do, as it is typed, in this order.
    #[serde(default, rename = "do")]
    pub actions: Vec<String>,
    /// What the other sides do after it, as it is typed.
    #[serde(default)]
    pub enemy: Vec<String>,
}

/// Everything that a game tells a newcomer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Teaching {
    /// Facts for the lobby.
    pub facts: Facts,
    /// The primer, as Markdown with pictures: `![caption](counters ID …)` and `![caption](board PLACE …)`.
    pub primer: String,
    /// What the decisions are about.
    pub decisions: Vec<Explanation>,
    /// The guided first turn.
    pub lesson: Lesson,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Decisions {
    decision: Vec<Explanation>,
}

impl Teaching {
    /// What the files say. Scenarios and sides must be those of the game.
    pub fn read(about: &About, files: TeachFiles) -> Result<Teaching, String> {
        let facts: Facts = toml::from_str(files.facts).map_err(|e| format!("facts.toml: {e}"))?;
        let decisions: Decisions =
            toml::from_str(files.decisions).map_err(|e| format!("decisions.toml: {e}"))?;
        let lesson: Lesson = toml::from_str(files.lesson).map_err(|e| format!("lesson.toml: {e}"))?;
        let scenarios: Vec<&str> = about.scenarios.iter().map(|s| s.id.as_str()).collect();
        let told: Vec<&str> = facts.scenarios.iter().map(|s| s.id.as_str()).collect();
        if told != scenarios {
            return Err(format!("facts.toml: the scenarios are {scenarios:?}, not {told:?}"));
        }
        if !(1..=5).contains(&facts.complexity) {
            return Err(format!("facts.toml: a complexity of {} is not from 1 to 5", facts.complexity));
        }
        for (file, scenario) in [("facts.toml", &facts.start), ("lesson.toml", &lesson.scenario)] {
            if !scenarios.contains(&scenario.as_str()) {
                return Err(format!("{file}: there is no scenario `{scenario}`"));
            }
        }
        if about.side(&lesson.side).is_none() {
            return Err(format!("lesson.toml: there is no side `{}`", lesson.side));
        }
        Ok(Teaching { facts, primer: files.primer.to_string(), decisions: decisions.decision, lesson })
    }

    /// What a decision is about: of the paragraphs for its rule the one whose words fit furthest.
    pub fn explain(&self, decision: &Decision) -> Option<&Explanation> {
        let Decision::Decide { rule, what, .. } = decision else { return None };
        let fits = |e: &&Explanation| e.rule == *rule && what.starts_with(e.what.as_str());
        self.decisions.iter().filter(fits).max_by_key(|e| e.what.len())
    }
}
