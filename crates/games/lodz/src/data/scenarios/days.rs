//! Days of the calendar.

use sandtable_ops::calendar::MONTHS;

/// A day as a number, from its date `1914-11-11` (days since 1 January 1900, which is 1).
pub(super) fn number(date: &str) -> Option<u32> {
    let mut parts = date.split('-').map(|n| n.parse::<u32>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let leap = |y: u32| y.is_multiple_of(4) && (!y.is_multiple_of(100) || y.is_multiple_of(400));
    if !(1900..2000).contains(&year) || !(1..=12).contains(&month) || parts.next().is_some() {
        return None;
    }
    let long = |m: u32| match m {
        2 => 28 + u32::from(leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    if !(1..=long(month)).contains(&day) {
        return None;
    }
    let years: u32 = (1900..year).map(|y| 365 + u32::from(leap(y))).sum();
    let months: u32 = (1..month).map(long).sum();
    Some(years + months + day)
}

/// A date in words, this many days after another.
pub(super) fn name(first: &str, later: u32) -> Option<String> {
    let wanted = number(first)? + later;
    let year: u32 = first.get(..4)?.parse().ok()?;
    for y in [year, year + 1] {
        for m in 1..=12u32 {
            for d in 1..=31u32 {
                if number(&format!("{y}-{m}-{d}")) == Some(wanted) {
                    return Some(format!("{d} {} {y}", MONTHS[m as usize - 1]));
                }
            }
        }
    }
    None
}
