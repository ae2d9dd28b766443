//! What stands below the curves: faults, events, signals.

use super::data::Course;
use crate::lanes::{self, Lane};
use crate::text::clean;

/// A lane for each kind that occurs.
pub(super) fn of(course: &Course<'_>) -> Vec<Lane> {
    let own = course.series.iter().filter(|series| !series.is_reference);
    let mut lanes: Vec<Lane> = own.flat_map(|series| lanes::of_faults(&series.faults)).collect();
    let mut lane = |kinds: &[(usize, u16)], describe: &dyn Fn(u16) -> Option<(char, String)>| {
        let mut present: Vec<u16> = kinds.iter().map(|(_, kind)| *kind).collect();
        present.sort_unstable();
        present.dedup();
        for kind in present {
            let Some((glyph, name)) = describe(kind) else { continue };
            let letter = clean(&glyph.to_string());
            let mut marks: Vec<(usize, usize)> =
                kinds.iter().filter(|(_, other)| *other == kind).map(|(record, _)| (*record, *record)).collect();
            marks.dedup();
            lanes.push(Lane::of_letter(&letter, &name, marks));
        }
    };
    let header = &course.header;
    lane(&course.events, &|kind| {
        let kind = header.event_kinds.get(usize::from(kind))?;
        Some((kind.glyph, clean(&kind.name)))
    });
    lane(&course.hits, &|channel| {
        let channel = header.channels.get(usize::from(channel))?;
        Some((channel.glyph, format!("{}: hit", clean(&channel.name))))
    });
    lanes
}
