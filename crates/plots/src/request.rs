//! What to draw of a recording, said once for the command line and for the window, so that both draw the same.

use fogreel_analysis::perspective::may_see_belief;
use fogreel_analysis::{AddReferenceError, AnalysisOptions, MatchAnalysis, analyse, belief_keys, with_reference};
use fogreel_engine::data::BeliefKey;
use fogreel_engine::{Header, Viewpoint};
use fogreel_inference::Reasoning;
use fogreel_recorder::Timeline;

use crate::color::{ColorMap, Scale, ScaleRange};
use crate::story::evenly;
use crate::strip::MOST_RECORDS;
use crate::{
    BoardOptions, Calibration, DifferenceOptions, Figure, HeatmapOptions, Measure, PlotError, TimelineOptions,
    TrackOptions, Visits, Width, attribution, board, default_sheet_records, difference, fitted_difference_range,
    fitted_range, grades, heatmap, regret, sheet, timeline, trajectory,
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
    /// What each channel of evidence was worth to the reference of a belief, along the whole match.
    Attribution {
        /// The belief.
        belief: BeliefKey,
        /// What its worth is measured by.
        measure: Measure,
    },
    /// What a belief lost against its reference, along the whole match.
    Regret(BeliefKey),
    /// What the moves of the match gave away.
    Grades,
    /// Whether a belief holds what it says, over one match or many.
    Calibration(BeliefKey),
    /// The ways of pieces through the records.
    Trajectory {
        /// Id of the kind of piece; all kinds that belong to a seat if `None`.
        piece: Option<String>,
    },
    /// How often each cell was visited, over one match or many; one figure a kind of piece.
    Visits {
        /// As for a trajectory.
        piece: Option<String>,
    },
}

impl FigureSubject {
    /// The belief that is drawn.
    pub fn belief(&self) -> Option<&BeliefKey> {
        match self {
            Self::Heatmap(key) | Self::Sheet(key) | Self::Regret(key) | Self::Calibration(key) => Some(key),
            Self::Difference { belief, .. } | Self::Timeline { belief, .. } | Self::Attribution { belief, .. } => {
                Some(belief)
            }
            Self::Board | Self::Grades | Self::Trajectory { .. } | Self::Visits { .. } => None,
        }
    }

    /// What the belief is compared with.
    fn reference(&self) -> Option<&BeliefKey> {
        match self {
            Self::Difference { reference, .. } => Some(reference),
            Self::Timeline { reference, .. } => reference.as_ref(),
            _ => None,
        }
    }

    /// What can be drawn of a whole match for somebody: everything that needs no choice of records. `belief` is the belief that
    /// interests, with what it is compared with; `has_reasoning` says whether references can be computed.
    pub fn of_match(
        belief: Option<(&BeliefKey, Option<&BeliefKey>)>,
        viewpoint: Viewpoint,
        has_reasoning: bool,
    ) -> Vec<Self> {
        let is_referee = viewpoint == Viewpoint::Referee;
        let mut subjects = Vec::new();
        if let Some((key, reference)) = belief {
            subjects.push(Self::Sheet(key.clone()));
            subjects.push(Self::Timeline { belief: key.clone(), reference: reference.cloned() });
            if has_reasoning {
                let measures = Measure::ALL.into_iter().filter(|measure| is_referee || *measure != Measure::Truth);
                subjects.extend(measures.map(|measure| Self::Attribution { belief: key.clone(), measure }));
                subjects.push(Self::Regret(key.clone()));
            }
            if is_referee {
                subjects.push(Self::Calibration(key.clone()));
            }
        }
        subjects.extend(has_reasoning.then_some(Self::Grades));
        subjects.extend([Self::Trajectory { piece: None }, Self::Visits { piece: None }]);
        subjects
    }

    /// What it is called where people choose; a belief is to be named beside it.
    pub const fn title(&self) -> &'static str {
        match self {
            Self::Heatmap(_) => "Heat map",
            Self::Sheet(_) => "Sheet, turns that tell the story",
            Self::Difference { .. } => "Difference",
            Self::Board => "Board",
            Self::Timeline { .. } => "Timeline",
            Self::Attribution { measure: Measure::Truth, .. } => "What the evidence was worth, by the truth",
            Self::Attribution { measure: Measure::Entropy, .. } => "What the evidence was worth, by entropy",
            Self::Regret(_) => "Regret and faults",
            Self::Grades => "Grades of the moves",
            Self::Calibration(_) => "Calibration",
            Self::Trajectory { .. } => "Ways of the pieces",
            Self::Visits { .. } => "Visits of the pieces",
        }
    }

    /// Which records its figures show.
    pub const fn scope(&self) -> FigureScope {
        match self {
            Self::Heatmap(_) | Self::Sheet(_) | Self::Difference { .. } | Self::Board | Self::Trajectory { .. } => {
                FigureScope::Records
            }
            Self::Timeline { .. } | Self::Attribution { .. } | Self::Regret(_) | Self::Grades => FigureScope::Match,
            Self::Visits { .. } | Self::Calibration(_) => FigureScope::Matches,
        }
    }

    /// Whether it shows what a reference says under a model of the opponent.
    pub const fn takes_reference(&self) -> bool {
        matches!(self, Self::Attribution { .. } | Self::Regret(_) | Self::Grades)
    }

    /// Its name, lower-case, as the command line says it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Heatmap(_) => "heatmap",
            Self::Sheet(_) => "sheet",
            Self::Difference { .. } => "difference",
            Self::Board => "board",
            Self::Timeline { .. } => "timeline",
            Self::Attribution { .. } => "attribution",
            Self::Regret(_) => "regret",
            Self::Grades => "grades",
            Self::Calibration(_) => "calibration",
            Self::Trajectory { .. } => "trajectory",
            Self::Visits { .. } => "visits",
        }
    }
}

/// How much of the recordings a figure shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FigureScope {
    /// Chosen records of one match.
    Records,
    /// One match as a whole.
    Match,
    /// Any number of matches as a whole.
    Matches,
}

/// A recording of which figures are drawn.
pub trait FigureMatch {
    /// What file names of its figures begin with.
    fn name(&self) -> &str;

    /// Its records.
    fn timeline(&self) -> &Timeline;

    /// What a perfect reasoner makes of its game; `None` if nobody knows.
    fn reasoning(&self) -> Option<&dyn Reasoning>;
}

/// A recording with a name, as a figure needs it.
#[derive(Clone, Copy)]
pub struct NamedMatch<'a> {
    /// What file names of its figures begin with.
    pub name: &'a str,
    /// Its records.
    pub timeline: &'a Timeline,
    /// What a perfect reasoner makes of its game; without it figures that take a reference are refused.
    pub reasoning: Option<&'a dyn Reasoning>,
}

impl FigureMatch for NamedMatch<'_> {
    fn name(&self) -> &str {
        self.name
    }

    fn timeline(&self) -> &Timeline {
        self.timeline
    }

    fn reasoning(&self) -> Option<&dyn Reasoning> {
        self.reasoning
    }
}

/// What to draw of a recording, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct FigureRequest {
    /// What the figures show.
    pub subject: FigureSubject,
    /// Records to draw; a choice that tells the story of the match if `None`. A timeline shows them all.
    pub records: Option<Vec<usize>>,
    /// Opponent model of the references that are computed; the game's first if `None`.
    pub opponent: Option<String>,
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
            opponent: None,
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
        [&key.owner, &key.target, &key.source].map(|part| file_part(part)).concat()
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
            FigureSubject::Attribution { measure, .. } => push("--measure", measure.name().to_owned()),
            FigureSubject::Trajectory { piece: Some(piece) } | FigureSubject::Visits { piece: Some(piece) } => {
                push("--piece", piece.clone());
            }
            _ => {}
        }
        if let (Some(model), true) = (&self.opponent, self.subject.takes_reference()) {
            push("--opponent", model.clone());
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
    /// recording (or how many there are), what the figure shows, and for one record its turn, or `record0025` if its turn goes
    /// on after it. Figures of one request share one scale.
    ///
    /// Matches are taken one after another, so that any number of them can be drawn; an error of one of them is passed on.
    ///
    /// # Errors
    /// [`PlotError`] if a figure cannot be drawn, the viewpoint may not see it, or it shows one match and there are several,
    /// and whatever `take` says.
    pub fn draw<M: FigureMatch, E: From<PlotError>>(
        &self,
        matches: impl IntoIterator<Item = Result<M, E>>,
        mut take: impl FnMut(&str, &Figure) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut matches = matches.into_iter();
        let first = matches.next().ok_or(PlotError::NoMatch)??;
        let scope = self.subject.scope();
        if scope != FigureScope::Matches && matches.next().is_some() {
            return Err(PlotError::OneMatch(self.subject.name()).into());
        }
        self.check_sight(first.timeline().header())?;
        let supplemented = self.supplemented(&first)?;
        let timeline = supplemented.as_ref().unwrap_or_else(|| first.timeline());
        let records = self.records.clone().unwrap_or_else(|| self.default_records(timeline));
        if records.is_empty() && scope == FigureScope::Records {
            return Err(PlotError::NoRecords.into());
        }
        let start = self.stem(timeline.header(), first.name()) + &self.belief_part(timeline);
        let mut put = |end: &str, figure: &Figure| take(&format!("{start}{end}"), figure);
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
            FigureSubject::Sheet(key) => put("-sheet", &sheet(timeline, &records, key, &heat)?),
            FigureSubject::Heatmap(key) => {
                let range = match self.range {
                    Some(range) => range,
                    None => fitted_range(timeline, &records, key, &heat)?,
                };
                let options = HeatmapOptions { range: Some(range), ..heat };
                each(timeline, &records, "", |record| heatmap(timeline, record, key, &options), &mut put)
            }
            FigureSubject::Difference { belief, reference } => {
                let plain = DifferenceOptions { width: self.width, show_truth, ..DifferenceOptions::default() };
                let range = Some(fitted_difference_range(timeline, &records, belief, reference, &plain)?);
                let options = DifferenceOptions { range, ..plain };
                let draw = |record| difference(timeline, record, belief, reference, &options);
                each(timeline, &records, "-difference", draw, &mut put)
            }
            FigureSubject::Board => {
                let options = BoardOptions { width: self.width, ..BoardOptions::default() };
                let draw = |record| board(timeline, record, self.viewpoint, &options);
                each(timeline, &records, "-board", draw, &mut put)
            }
            FigureSubject::Timeline { belief, reference } => {
                let options = TimelineOptions { reference: reference.clone(), width: self.width, show_truth };
                put("-timeline", &self::timeline(timeline, belief, &options)?)
            }
            FigureSubject::Attribution { belief, measure } => {
                let analysis = self.analyse(&first, Some(belief))?;
                let part = if *measure == Measure::default() { String::new() } else { format!("-{}", measure.name()) };
                let figure = attribution(timeline, &analysis, belief, *measure, self.width)?;
                put(&format!("-attribution{part}"), &figure)
            }
            FigureSubject::Regret(belief) => {
                let analysis = self.analyse(&first, Some(belief))?;
                put("-regret", &regret(timeline, &analysis, belief, self.width)?)
            }
            FigureSubject::Grades => {
                let analysis = self.analyse(&first, None)?;
                put("-grades", &grades(timeline, &analysis, self.width)?)
            }
            FigureSubject::Trajectory { piece } => {
                let options = TrackOptions { piece: piece.clone(), width: self.width };
                let part = piece.as_ref().map_or_else(String::new, |piece| file_part(piece));
                put(&format!("-trajectory{part}"), &trajectory(timeline, &records, self.viewpoint, &options)?)
            }
            FigureSubject::Visits { piece } => {
                let options = TrackOptions { piece: piece.clone(), width: self.width };
                let mut visits = Visits::new(self.viewpoint, options);
                visits.add(timeline, first.name())?;
                let count = others(matches, |other| visits.add(other.timeline(), other.name()))?;
                let start = self.start_of_many(timeline, first.name(), count);
                for (piece, figure) in visits.figures()? {
                    take(&format!("{start}-visits{}", file_part(&piece)), &figure)?;
                }
                Ok(())
            }
            FigureSubject::Calibration(belief) => {
                let mut calibration = Calibration::new(belief.clone());
                calibration.add(timeline, first.name())?;
                let count = others(matches, |other| {
                    let supplemented = self.supplemented(other)?;
                    calibration.add(supplemented.as_ref().unwrap_or_else(|| other.timeline()), other.name())
                })?;
                let start = self.start_of_many(timeline, first.name(), count);
                take(&format!("{start}-calibration"), &calibration.figure(self.width)?)
            }
        }
    }

    /// What file names of figures over so many matches begin with.
    fn start_of_many(&self, first: &Timeline, name: &str, count: usize) -> String {
        let many = format!("{count}-matches");
        self.stem(first.header(), if count == 1 { name } else { &many }) + &self.belief_part(first)
    }

    /// The match with the references that are named here and that it does not hold; `None` if it holds all that are named.
    fn supplemented(&self, one: &impl FigureMatch) -> Result<Option<Timeline>, PlotError> {
        let (timeline, header) = (one.timeline(), one.timeline().header());
        let named = self.subject.belief().into_iter().chain(self.subject.reference());
        let references = named.filter_map(|key| Some((key, header.seat(&key.owner)?, key.opponent_model()?)));
        let Some(reasoning) = one.reasoning() else { return Ok(None) };
        let last = match self.subject.scope() {
            FigureScope::Records => self.records.as_ref().and_then(|records| records.iter().max().copied()),
            FigureScope::Match | FigureScope::Matches => None,
        };
        let mut supplemented: Option<Timeline> = None;
        for (key, seat, model) in references {
            let so_far = supplemented.as_ref().unwrap_or(timeline);
            if belief_keys(so_far).contains(key) {
                continue;
            }
            if so_far.len().min(last.map_or(usize::MAX, |last| last.saturating_add(1))) > MOST_RECORDS {
                let why = format!("computing one takes at most {MOST_RECORDS} records from the start on");
                return Err(PlotError::NoReference { key: key.clone(), why });
            }
            match with_reference(so_far, reasoning, seat, model, last.unwrap_or(usize::MAX)) {
                Ok(timeline) => supplemented = Some(timeline),
                Err(AddReferenceError::Read(error)) => return Err(error.into()),
                Err(error) => return Err(PlotError::NoReference { key: key.clone(), why: error.to_string() }),
            }
        }
        Ok(supplemented)
    }

    /// What there is to say of a match under the opponent model that was asked for.
    fn analyse(&self, one: &impl FigureMatch, belief: Option<&BeliefKey>) -> Result<MatchAnalysis, PlotError> {
        let options = AnalysisOptions {
            viewpoint: self.viewpoint,
            model: self.opponent.clone(),
            belief: belief.cloned(),
            grades: belief.is_none(),
            ..AnalysisOptions::default()
        };
        Ok(analyse(one.timeline(), one.reasoning(), &options)?)
    }

    /// A seat is shown its own beliefs, and of these only what it can know.
    fn check_sight(&self, header: &Header) -> Result<(), PlotError> {
        if let (Viewpoint::Seat(_), FigureSubject::Calibration(_)) = (self.viewpoint, &self.subject) {
            return Err(PlotError::NeedsTruth { figure: "calibration" });
        }
        let named = self.subject.belief().into_iter().chain(self.subject.reference());
        let hidden = { named }.find(|key| !may_see_belief(header, key, self.viewpoint));
        hidden.map_or(Ok(()), |key| Err(PlotError::Hidden { key: key.clone() }))
    }

    /// Records that tell the story of the match; of a trajectory all of them do.
    fn default_records(&self, timeline: &Timeline) -> Vec<usize> {
        if matches!(self.subject, FigureSubject::Trajectory { .. }) {
            return (0..timeline.len()).collect();
        }
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

/// Takes in the matches after the first; returns how many there are with it.
fn others<M, E: From<PlotError>>(
    matches: impl Iterator<Item = Result<M, E>>,
    mut add: impl FnMut(&M) -> Result<(), PlotError>,
) -> Result<usize, E> {
    let mut count = 1;
    for other in matches {
        add(&other?)?;
        count += 1;
    }
    Ok(count)
}

/// An id as a part of a file name.
fn file_part(id: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || letter == '_';
    format!("-{}", id.replace(|letter| !is_plain(letter), "-"))
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
