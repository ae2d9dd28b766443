//! The figures of a report.

use fogreel_analysis::{belief_keys, reference_for};
use fogreel_engine::Viewpoint;
use fogreel_engine::data::{BeliefKey, Domain};
use fogreel_plots::color::{Scale, ScaleRange};
use fogreel_plots::{
    Figure, HeatmapOptions, Measure, PlotError, TimelineOptions, TrackOptions, Visits, Width, attribution, grades,
    heatmap, regret, timeline, trajectory,
};

use super::story::{Story, last_of};
use super::subject::Subject;

/// Moments that are drawn as heat maps.
const MOST_HEATMAPS: usize = 10;

/// Where a figure belongs on the page.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Place {
    /// Above the story.
    Course(BeliefKey),
    /// Beside the moment of that record.
    Moment(u32),
    /// Below the numbers of a belief.
    Belief(BeliefKey),
    Grades,
    Ways,
}

/// A figure and what it is.
pub(super) struct Drawn {
    pub(super) place: Place,
    /// File name without an ending.
    pub(super) name: String,
    pub(super) caption: String,
    pub(super) figure: Figure,
}

/// All figures, and why others are not there.
#[derive(Default)]
pub(super) struct Figures {
    pub(super) drawn: Vec<Drawn>,
    pub(super) missing: Vec<String>,
}

impl Figures {
    pub(super) fn draw(subject: &Subject, story: &Story) -> Self {
        let mut figures = Self::default();
        if let Some(why) = &subject.cut {
            figures.missing.push(format!("figures: {why}"));
            return figures;
        }
        let keys = belief_keys(&subject.timeline);
        let beliefs = &subject.analysed.analysis.beliefs;
        for (place, belief) in
            beliefs.iter().enumerate().filter(|(_, belief)| !belief.turns.is_empty() || !belief.counts.is_empty())
        {
            // Short names where there is one belief, as mostly.
            let part = if place == 0 { String::new() } else { format!("-belief{}", place + 1) };
            figures.of_belief(subject, &belief.key, reference_for(&keys, &belief.key), &part);
        }
        let at_fault = || story.moments.iter().filter(|moment| !moment.beliefs.is_empty());
        let last = last_of(MOST_HEATMAPS, at_fault());
        for moment in at_fault().filter(|moment| last.is_none_or(|last| moment.rank() <= last)) {
            for key in &moment.beliefs {
                let place = beliefs.iter().position(|belief| belief.key == *key).unwrap_or(0);
                let part = if place == 0 { String::new() } else { format!("-belief{}", place + 1) };
                figures.of_moment(subject, moment.record, key, reference_for(&keys, key), &part);
            }
        }
        let analysis = &subject.analysed.analysis;
        if !analysis.grades.moves.is_empty() {
            let drawn = grades(&subject.timeline, analysis, Width::PAGE);
            let caption = "Expected score of each side after its moves, by what it could know and in hindsight.";
            figures.take(Place::Grades, "grades", caption, drawn);
        }
        figures.of_ways(subject);
        figures
    }

    pub(super) fn at<'a>(&'a self, place: &Place) -> Vec<&'a Drawn> {
        self.drawn.iter().filter(|drawn| drawn.place == *place).collect()
    }

    fn take(&mut self, place: Place, name: &str, caption: &str, drawn: Result<Figure, PlotError>) {
        match drawn {
            Ok(figure) => {
                self.drawn.push(Drawn { place, name: name.to_owned(), caption: caption.to_owned(), figure });
            }
            Err(error) => self.missing.push(format!("figure {name}: {error}")),
        }
    }

    /// A belief along the match.
    fn of_belief(&mut self, subject: &Subject, key: &BeliefKey, reference: Option<&BeliefKey>, part: &str) {
        let (records, analysis) = (&subject.timeline, &subject.analysed.analysis);
        let name = subject.header().belief_name(key);
        let is_referee = subject.viewpoint() == Viewpoint::Referee;
        let options = TimelineOptions { reference: reference.cloned(), width: Width::PAGE, show_truth: is_referee };
        let dashed = reference.map_or_else(String::new, |key| format!(" Dashed: {}.", key.source_name()));
        self.take(
            Place::Course(key.clone()),
            &format!("timeline{part}"),
            &format!("{name}, along the match, with what happened below.{dashed}"),
            timeline(records, key, &options),
        );
        let belief = analysis.beliefs.iter().find(|belief| belief.key == *key);
        let has_steps = belief.is_some_and(|belief| {
            belief.turns.iter().any(|turn| turn.reference.as_ref().is_some_and(|reference| reference.step.is_some()))
        });
        if !has_steps {
            return;
        }
        let measure = if is_referee { Measure::Truth } else { Measure::Entropy };
        self.take(
            Place::Belief(key.clone()),
            &format!("attribution{part}"),
            "What motion and each channel of evidence were worth to the perfect reasoner, in bits.",
            attribution(records, analysis, key, measure, Width::PAGE),
        );
        self.take(
            Place::Belief(key.clone()),
            &format!("regret{part}"),
            "What the belief lost against the perfect reasoner: in each turn, and before.",
            regret(records, analysis, key, Width::PAGE),
        );
    }

    /// A belief and its reference in one record, on one scale.
    fn of_moment(
        &mut self,
        subject: &Subject,
        record: u32,
        key: &BeliefKey,
        reference: Option<&BeliefKey>,
        part: &str,
    ) {
        let target = subject.header().targets.iter().find(|target| target.id == key.target);
        if target.is_none_or(|target| target.domain != Domain::Cells) {
            return;
        }
        let Ok(held) = subject.timeline.record(record as usize) else { return };
        let pair: Vec<&BeliefKey> =
            [Some(key), reference].into_iter().flatten().filter(|key| held.belief(key).is_some()).collect();
        let values = || pair.iter().filter_map(|key| held.belief(key)).flat_map(|belief| belief.values()).copied();
        let cells = held.belief(key).map_or(1, |belief| belief.values().len());
        let options = HeatmapOptions {
            range: Some(ScaleRange::fit(Scale::default(), values(), cells)),
            width: Width::COLUMN,
            show_truth: subject.viewpoint() == Viewpoint::Referee,
            ..HeatmapOptions::default()
        };
        for shown in pair {
            let is_own = shown == key;
            let caption = if is_own { "What was believed." } else { "What a perfect reasoner would have believed." };
            let kind = if is_own { "belief" } else { "reference" };
            let name = format!("{kind}-record{record:04}{part}");
            let drawn = heatmap(&subject.timeline, record as usize, shown, &options);
            self.take(Place::Moment(record), &name, caption, drawn);
        }
    }

    /// Where the pieces went.
    fn of_ways(&mut self, subject: &Subject) {
        let (records, viewpoint) = (&subject.timeline, subject.viewpoint());
        let all: Vec<usize> = (0..records.len()).collect();
        let options = TrackOptions { piece: None, width: Width::PAGE };
        let caption = "The ways of the pieces, numbered by turn.";
        self.take(Place::Ways, "trajectory", caption, trajectory(records, &all, viewpoint, &options));
        let mut visits = Visits::new(viewpoint, TrackOptions { width: Width::COLUMN, ..options });
        let drawn = visits.add(records, "match").and_then(|()| visits.figures());
        match drawn {
            Ok(figures) => {
                for (number, (_, figure)) in figures.into_iter().enumerate() {
                    let name = format!("visits{}", number + 1);
                    self.take(Place::Ways, &name, "How often a piece was on each cell.", Ok(figure));
                }
            }
            Err(error) => self.missing.push(format!("figure visits: {error}")),
        }
    }
}
