//! What is counted for those who look after a table, as text that Prometheus reads: figures alone, no names, keys or games.

use crate::limits::Kind;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

/// Upper ends of the parts of a histogram, in milliseconds.
const ENDS: [u64; 12] = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000];

/// How long something took, and how often.
#[derive(Default)]
pub struct Histogram {
    parts: [AtomicU64; ENDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Histogram {
    /// Counts one.
    pub fn count(&self, took: Duration) {
        if let Some(at) = ENDS.iter().position(|end| took <= Duration::from_millis(*end)) {
            self.parts[at].fetch_add(1, Relaxed);
        }
        self.count.fetch_add(1, Relaxed);
        self.micros.fetch_add(u64::try_from(took.as_micros()).unwrap_or(u64::MAX), Relaxed);
    }

    fn write(&self, out: &mut String, name: &str, labels: &str) {
        let comma = if labels.is_empty() { "" } else { "," };
        let mut sum = 0;
        for (part, end) in self.parts.iter().zip(ENDS) {
            sum += part.load(Relaxed);
            let end = end as f64 / 1_000.0;
            let _ = writeln!(out, "{name}_bucket{{{labels}{comma}le=\"{end}\"}} {sum}");
        }
        let count = self.count.load(Relaxed).max(sum);
        let _ = writeln!(out, "{name}_bucket{{{labels}{comma}le=\"+Inf\"}} {count}");
        let braced = if labels.is_empty() { String::new() } else { format!("{{{labels}}}") };
        let _ = writeln!(out, "{name}_sum{braced} {}", self.micros.load(Relaxed) as f64 / 1e6);
        let _ = writeln!(out, "{name}_count{braced} {count}");
    }
}

/// What is counted while the program runs.
#[derive(Default)]
pub struct Gauges {
    /// Requests by what they do; those to no endpoint of the API come last.
    requests: [Histogram; KINDS.len() + 1],
    /// Requests that the table could not answer: the database is away, or it took too long.
    failed: AtomicU64,
    /// Requests that were refused because somebody asks too much.
    refused: AtomicU64,
    /// Steps saved here.
    steps: Histogram,
    /// Steps that could not be saved for want of a database.
    unsaved: AtomicU64,
    /// Bots that wait for a processor.
    waiting: AtomicUsize,
}

const KINDS: [(Kind, &str); 5] = [
    (Kind::Read, "read"),
    (Kind::Act, "act"),
    (Kind::Make, "make"),
    (Kind::Enter, "enter"),
    (Kind::Think, "think"),
];

/// Somebody waits until this goes.
pub struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

/// What is counted at the moment when somebody asks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moment {
    /// Tables that are open here.
    pub open: usize,
    /// Connections that follow them.
    pub connections: usize,
    /// Games that this node runs under a lease.
    pub leases: usize,
    /// Bots that think.
    pub thinking: usize,
}

impl Gauges {
    /// A bot begins to wait.
    pub fn waits(&self) -> Waiting<'_> {
        self.waiting.fetch_add(1, Relaxed);
        Waiting(&self.waiting)
    }

    /// A request was answered.
    pub fn answered(&self, kind: Option<Kind>, took: Duration, status: u16) {
        let at = KINDS.iter().position(|(k, _)| Some(*k) == kind).unwrap_or(KINDS.len());
        self.requests[at].count(took);
        match status {
            500.. => drop(self.failed.fetch_add(1, Relaxed)),
            429 => drop(self.refused.fetch_add(1, Relaxed)),
            _ => {}
        }
    }

    /// A step was saved, or not.
    pub fn saved(&self, took: Duration, saved: bool) {
        self.steps.count(took);
        if !saved {
            self.unsaved.fetch_add(1, Relaxed);
        }
    }

    /// All of it as text.
    pub fn text(&self, now: Moment) -> String {
        let mut out = String::new();
        let head = |out: &mut String, name: &str, kind: &str, help: &str| {
            let _ = writeln!(out, "# HELP sandtable_{name} {help}\n# TYPE sandtable_{name} {kind}");
        };
        head(&mut out, "request_seconds", "histogram", "Time to answer a request, by what it does");
        for (at, histogram) in self.requests.iter().enumerate() {
            let kind = KINDS.get(at).map_or("page", |(_, name)| name);
            histogram.write(&mut out, "sandtable_request_seconds", &format!("kind=\"{kind}\""));
        }
        head(&mut out, "step_seconds", "histogram", "Time until a step was on the disk of the database");
        self.steps.write(&mut out, "sandtable_step_seconds", "");
        let counts = [
            (
                "requests_failed_total",
                "counter",
                "Requests that could not be answered",
                self.failed.load(Relaxed),
            ),
            ("requests_refused_total", "counter", "Requests over a limit", self.refused.load(Relaxed)),
            (
                "steps_unsaved_total",
                "counter",
                "Steps that the database did not take",
                self.unsaved.load(Relaxed),
            ),
        ];
        let gauges = [
            ("tables_open", "Tables that are open at this node", now.open),
            ("connections", "Connections that follow them", now.connections),
            ("leases", "Games that this node runs under a lease", now.leases),
            ("bots_thinking", "Bots that think", now.thinking),
            ("bots_waiting", "Bots that wait for a processor", self.waiting.load(Relaxed)),
        ];
        for (name, kind, help, value) in counts {
            head(&mut out, name, kind, help);
            let _ = writeln!(out, "sandtable_{name} {value}");
        }
        for (name, help, value) in gauges {
            head(&mut out, name, "gauge", help);
            let _ = writeln!(out, "sandtable_{name} {value}");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_what_took_no_longer() {
        let gauges = Gauges::default();
        gauges.answered(Some(Kind::Act), Duration::from_millis(3), 200);
        gauges.answered(Some(Kind::Act), Duration::from_secs(9), 503);
        let _waiting = gauges.waits();
        let text = gauges.text(Moment { open: 3, ..Moment::default() });
        for line in [
            "sandtable_request_seconds_bucket{kind=\"act\",le=\"0.002\"} 0",
            "sandtable_request_seconds_bucket{kind=\"act\",le=\"0.005\"} 1",
            "sandtable_request_seconds_bucket{kind=\"act\",le=\"5\"} 1",
            "sandtable_request_seconds_bucket{kind=\"act\",le=\"+Inf\"} 2",
            "sandtable_request_seconds_count{kind=\"act\"} 2",
            "sandtable_requests_failed_total 1",
            "sandtable_tables_open 3",
            "sandtable_bots_waiting 1",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} is not in\n{text}");
        }
    }
}
