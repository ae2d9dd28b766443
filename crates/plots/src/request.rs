//! What to draw of a recording, said once for the command line and for the window, so that both draw the same.

use fogreel_analysis::belief_keys;
use fogreel_analysis::perspective::may_see_belief;
use fogreel_engine::data::BeliefKey;
use fogreel_engine::{Header, Viewpoint};
use fogreel_recorder::Timeline;

use crate::color::{ColorMap, Scale, ScaleRange};
use crate::story::evenly;
use crate::{
    BoardOptions, DifferenceOptions, Figure, HeatmapOptions, PlotError, TimelineOptions, Width, board,
    default_sheet_records, difference, fitted_difference_range, fitted_range, heatmap, sheet, timeline,
};

/// What a figure shows.
#[derive(Clone, PartialEq, Debug)]
pub enum FigureSubject {
    /// A belief, one figure a record.
    Heatmap(BeliefKey),
    /// A belief at several records, on one sheet.
    Sheet(BeliefKey),
    /// A belief minus another, one figure a record.
    Difference {
        /// The belief.
        belief: BeliefKey,
        /// What is subtracted.
        reference: BeliefKey,
    },
    /// The board, one figure a record.
    Board,
    /// A belief along the whole match, beside another one if there is any.
    Timeline {
        /// The belief.
        belief: BeliefKey,
        /// Drawn dashed.
        reference: Option<BeliefKey>,
    },
}

impl FigureSubject {
    /// The belief that is drawn.
    pub fn belief(&self) -> Option<&BeliefKey> {
        match self {
            Self::Heatmap(key) | Self::Sheet(key) => Some(key),
            Self::Difference { belief, .. } | Self::Timeline { belief, .. } => Some(belief),
            Self::Board => None,
        }
    }

    /// Its name, lower-case, as the command line says it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Heatmap(_) => "heatmap",
            Self::Sheet(_) => "sheet",
            Self::Difference { .. } => "difference",
            Self::Board => "board",
            Self::Timeline { .. } => "timeline",
        }
    }
}

/// What to draw of a recording, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct FigureRequest {
    /// What the figures show.
    pub subject: FigureSubject,
    /// Records to draw; a choice that tells the story of the match if `None`. A timeline shows them all.
    pub records: Option<Vec<usize>>,
    /// Who looks. From a seat the figures hold what that seat can know and nothing else.
    pub viewpoint: Viewpoint,
    /// Scale of heat maps and sheets.
    pub scale: Scale,
    /// Ends of that scale; fitted to the records drawn if `None`. Takes the place of [`scale`](Self::scale).
    pub range: Option<ScaleRange>,
    /// Colours of heat maps and sheets.
    pub colors: ColorMap,
    /// Width on paper.
    pub width: Width,
}

impl FigureRequest {
    /// A request as the referee sees the match, with the defaults of every figure.
    pub fn new(subject: FigureSubject) -> Self {
        Self {
            subject,
            records: None,
            viewpoint: Viewpoint::Referee,
            scale: Scale::default(),
            range: None,
            colors: ColorMap::default(),
            width: Width::default(),
        }
    }

    /// What file names of these figures begin with. What a seat knows and what is true must not take each other's names.
    fn stem(&self, header: &Header, recording: &str) -> String {
        match self.viewpoint {
            Viewpoint::Referee => recording.to_owned(),
            Viewpoint::Seat(seat) => {
                let id = header.seat_info(seat).map_or_else(|| seat.0.to_string(), |info| info.id.clone());
                format!("{recording}-as-{id}")
            }
        }
    }

    /// What tells the belief in a file name from others of the recording; nothing for the first one that may be seen.
    fn belief_part(&self, timeline: &Timeline) -> String {
        let header = timeline.header();
        let Some(key) = self.subject.belief() else { return String::new() };
        let first = belief_keys(timeline).into_iter().find(|key| may_see_belief(header, key, self.viewpoint));
        if first.as_ref() == Some(key) {
            return String::new();
        }
        let plain = |letter: char| if letter.is_alphanumeric() || letter == '_' { letter } else { '-' };
        [&key.owner, &key.target, &key.source].map(|part| format!("-{}", part.replace(|c| plain(c) != c, "-"))).concat()
    }

    /// The arguments that make `fogreel export` draw the same, without the recording and where its figures go.
    pub fn arguments(&self, header: &Header) -> Vec<String> {
        let mut arguments = vec!["--figure".to_owned(), self.subject.name().to_owned()];
        let mut push = |name: &str, value: String| arguments.extend([name.to_owned(), value]);
        if let Viewpoint::Seat(seat) = self.viewpoint
            && let Some(info) = header.seat_info(seat)
        {
            push("--as", info.id.clone());
        }
        if let Some(belief) = self.subject.belief() {
            push("--belief", belief.to_string());
        }
        match &self.subject {
            FigureSubject::Difference { reference, .. }
            | FigureSubject::Timeline { reference: Some(reference), .. } => {
                push("--reference", reference.to_string());
            }
            _ => {}
        }
        if let Some(records) = &self.records {
            let records: Vec<String> = records.iter().map(ToString::to_string).collect();
            push("--records", records.join(","));
        }
        if matches!(self.subject, FigureSubject::Heatmap(_) | FigureSubject::Sheet(_)) {
            push("--scale", self.range.map_or(self.scale, |range| range.scale()).to_string());
            if let Some(range) = self.range {
                push("--range", range.to_string());
            }
            if self.colors != ColorMap::default() {
                push("--colors", self.colors.to_string());
            }
        }
        push("--width", self.width.to_string());
        arguments
    }

    /// Draws the figures and hands over each as soon as it is drawn, with its file name without an ending: that of the
    /// recording, what the figure shows, and for one record its turn, or `record0025` if its turn goes on after it. Figures
    /// of one request share one scale.
    ///
    /// # Errors
    /// [`PlotError`] if a figure cannot be drawn or the viewpoint may not see it, and whatever `take` says.
    pub fn draw<E: From<PlotError>>(
        &self,
        timeline: &Timeline,
        recording: &str,
        mut take: impl FnMut(&str, &Figure) -> Result<(), E>,
    ) -> Result<(), E> {
        self.check_sight(timeline.header())?;
        let records = self.records.clone().unwrap_or_else(|| self.default_records(timeline));
        if records.is_empty() && !matches!(self.subject, FigureSubject::Timeline { .. }) {
            return Err(PlotError::NoRecords.into());
        }
        let start = self.stem(timeline.header(), recording) + &self.belief_part(timeline);
        let mut take = |end: &str, figure: &Figure| take(&format!("{start}{end}"), figure);
        let show_truth = self.viewpoint == Viewpoint::Referee;
        let heat = HeatmapOptions {
            scale: self.scale,
            range: self.range,
            colors: self.colors,
            width: self.width,
            show_truth,
            ..HeatmapOptions::default()
        };
        match &self.subject {
            FigureSubject::Sheet(key) => take("-sheet", &sheet(timeline, &records, key, &heat)?),
            FigureSubject::Heatmap(key) => {
                let range = match self.range {
                    Some(range) => range,
                    None => fitted_range(timeline, &records, key, &heat)?,
                };
                let options = HeatmapOptions { range: Some(range), ..heat };
                each(timeline, &records, "", |record| heatmap(timeline, record, key, &options), &mut take)
            }
            FigureSubject::Difference { belief, reference } => {
                let plain = DifferenceOptions { width: self.width, show_truth, ..DifferenceOptions::default() };
                let range = Some(fitted_difference_range(timeline, &records, belief, reference, &plain)?);
                let options = DifferenceOptions { range, ..plain };
                let draw = |record| difference(timeline, record, belief, reference, &options);
                each(timeline, &records, "-difference", draw, &mut take)
            }
            FigureSubject::Board => {
                let options = BoardOptions { width: self.width, ..BoardOptions::default() };
                each(
                    timeline,
                    &records,
                    "-board",
                    |record| board(timeline, record, self.viewpoint, &options),
                    &mut take,
                )
            }
            FigureSubject::Timeline { belief, reference } => {
                let options = TimelineOptions { reference: reference.clone(), width: self.width, show_truth };
                take("-timeline", &self::timeline(timeline, belief, &options)?)
            }
        }
    }

    /// A seat is shown its own beliefs, and of these only what it can know.
    fn check_sight(&self, header: &Header) -> Result<(), PlotError> {
        let reference = match &self.subject {
            FigureSubject::Difference { reference, .. } => Some(reference),
            FigureSubject::Timeline { reference, .. } => reference.as_ref(),
            FigureSubject::Heatmap(_) | FigureSubject::Sheet(_) | FigureSubject::Board => None,
        };
        let hidden =
            self.subject.belief().into_iter().chain(reference).find(|key| !may_see_belief(header, key, self.viewpoint));
        hidden.map_or(Ok(()), |key| Err(PlotError::Hidden { key: key.clone() }))
    }

    /// Records that tell the story of the match.
    fn default_records(&self, timeline: &Timeline) -> Vec<usize> {
        if let Some(key) = self.subject.belief() {
            return default_sheet_records(timeline, key);
        }
        match belief_keys(timeline).into_iter().next() {
            // Which records matter to a belief says something about it, so a seat's are spread evenly.
            Some(key) if self.viewpoint == Viewpoint::Referee => default_sheet_records(timeline, &key),
            _ => evenly(timeline.len()),
        }
    }
}

/// One figure a record, named by its turn.
fn each<E: From<PlotError>>(
    timeline: &Timeline,
    records: &[usize],
    kind: &str,
    draw: impl Fn(usize) -> Result<Figure, PlotError>,
    mut take: impl FnMut(&str, &Figure) -> Result<(), E>,
) -> Result<(), E> {
    for record in records {
        let figure = draw(*record)?;
        let turn = timeline.record(*record).map_err(PlotError::from)?.turn;
        // What follows and cannot be read may be of the same turn.
        let is_last = *record + 1 >= timeline.len();
        let goes_on = !is_last && timeline.summary(*record + 1).is_none_or(|next| next.turn == turn);
        let moment = if goes_on { format!("record{record:04}") } else { format!("turn{turn:03}") };
        take(&format!("{kind}-{moment}"), &figure)?;
    }
    Ok(())
}
