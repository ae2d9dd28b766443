//! Figures of what is shown, drawn into files by the same code as the command line's.

use std::path::PathBuf;

use egui_tiles::TileId;
use fogreel_engine::data::{BeliefKey, Domain};
use fogreel_engine::{Header, Record, Viewpoint};
use fogreel_plots::color::Scale;
use fogreel_plots::{FigureRequest, FigureSubject};

use super::{Notice, ViewerApp};
use crate::dialog::{Dialog, FigureChoice, FigureForm};
use crate::loading::Request;
use crate::paint::BeliefPicture;
use crate::panels::names;
use crate::perspective::Sight;
use crate::session::Session;
use crate::tiles::{PaneChoice, reference_of, with_source};

impl ViewerApp {
    /// Asks what of the panes shall be drawn: the named one, else the one alone or under the pointer, else the first
    /// belief.
    pub(super) fn offer_figures(&mut self, pane: Option<TileId>) {
        let Some(sight) = self.look() else { return };
        let shown = self.shown(&sight);
        let pane = pane.or(self.maximised).or(self.hover.map(|hover| hover.pane));
        let wanted = pane.and_then(|pane| shown.of(pane).cloned());
        let mut choices: Vec<FigureChoice> = Vec::new();
        let mut chosen = None;
        for (_, choice) in &shown.panes {
            let Some(request) = self.request(&sight, choice) else { continue };
            let place = choices.iter().position(|known| known.request == request).unwrap_or_else(|| {
                let turn = sight.record.as_ref().map_or(0, |record| record.turn);
                choices.push(FigureChoice { name: format!("{}, turn {turn}", names::choice(&sight, choice)), request });
                choices.len() - 1
            });
            let is_wanted = match &wanted {
                Some(wanted) => wanted == choice,
                None => matches!(choice, PaneChoice::Belief(_)),
            };
            if is_wanted && chosen.is_none() {
                chosen = Some(place);
            }
        }
        // A pane may be about a belief that is hidden from who looks.
        let keys = sight.keys();
        let may_see = |key: &BeliefKey| keys.contains(key) && !sight.withheld.beliefs.contains(key);
        let of_choice = |choice: &PaneChoice| match choice {
            PaneChoice::Belief(key) | PaneChoice::Difference { belief: key, .. } => Some(key.clone()).filter(may_see),
            PaneChoice::Auto(_) | PaneChoice::Truth | PaneChoice::View(_) => None,
        };
        let in_panes = || shown.panes.iter().find_map(|(_, choice)| of_choice(choice));
        let belief = wanted.as_ref().and_then(of_choice).or_else(|| self.curves.clone()).or_else(in_panes);
        choices.extend(self.along_the_match(&sight, belief.as_ref()));
        let file = self.session.as_ref().and_then(|session| session.path()).cloned();
        let folder = self.figure_folder.clone().unwrap_or_else(|| {
            let beside = file.as_deref().and_then(|file| file.parent()).map(|folder| folder.join("figures"));
            beside.unwrap_or_else(|| PathBuf::from("figures")).to_string_lossy().into_owned()
        });
        let settings = self.state.figures.clone();
        let chosen = chosen.unwrap_or(0);
        let form = FigureForm {
            ticket: self.open_ticket,
            viewpoint: sight.viewpoint,
            choices,
            chosen,
            settings,
            folder,
            replace: false,
            file,
            is_salvaged: self.session.as_ref().is_some_and(Session::is_salvaged),
            problem: None,
        };
        self.dialog = Some(Dialog::Figure(Box::new(form)));
    }

    /// The figure of what a pane shows in the record shown.
    fn request(&self, sight: &Sight, choice: &PaneChoice) -> Option<FigureRequest> {
        let record: &Record = sight.record.as_deref()?;
        let of = |subject| FigureRequest {
            records: Some(vec![record.index as usize]),
            viewpoint: sight.viewpoint,
            ..FigureRequest::new(subject)
        };
        match choice {
            PaneChoice::Auto(_) | PaneChoice::Truth => record.truth.as_ref().map(|_| of(FigureSubject::Board)),
            PaneChoice::View(id) => {
                let seat = sight.header.seat(id).filter(|seat| record.view(*seat).is_some())?;
                Some(FigureRequest { viewpoint: Viewpoint::Seat(seat), ..of(FigureSubject::Board) })
            }
            PaneChoice::Belief(key) => {
                let belief = record.belief(key).filter(|_| is_about_cells(key, &sight.header))?;
                let picture = BeliefPicture::new(sight, record, belief, self.state.scale, self.state.range);
                let range = Some(picture.range());
                Some(FigureRequest { range, scale: picture.range().scale(), ..of(FigureSubject::Heatmap(key.clone())) })
            }
            PaneChoice::Difference { belief, reference } => {
                let reference = with_source(belief, reference);
                let both = record.belief(belief).and(record.belief(&reference));
                let both = both.filter(|_| is_about_cells(belief, &sight.header));
                both.map(|_| of(FigureSubject::Difference { belief: belief.clone(), reference }))
            }
        }
    }

    /// Figures of the whole match, with those of a belief if there is one.
    fn along_the_match(&self, sight: &Sight, key: Option<&BeliefKey>) -> Vec<FigureChoice> {
        let keys = sight.keys();
        let key = key.filter(|key| is_about_cells(key, &sight.header));
        let belief = key.map(|key| (key, reference_of(key, &keys).filter(|reference| *reference != key)));
        let has_reasoning = self.reasoning.is_some_and(|find| find(&sight.header.game).is_some());
        // A recording need not say where anything is.
        let record = sight.record.as_deref();
        let has_places = record.is_some_and(|record| match sight.viewpoint {
            Viewpoint::Referee => record.truth.is_some(),
            Viewpoint::Seat(seat) => record.view(seat).is_some(),
        });
        let subjects = FigureSubject::of_match(belief, sight.viewpoint, has_reasoning);
        let shown = subjects.into_iter().filter(|subject| {
            has_places || !matches!(subject, FigureSubject::Trajectory { .. } | FigureSubject::Visits { .. })
        });
        let choice = |subject: FigureSubject| {
            let name = match subject.belief() {
                Some(key) => format!("{} – {}", subject.title(), names::belief(sight, key)),
                None => subject.title().to_owned(),
            };
            // A sheet is on the scale of the panes.
            let scale = match subject {
                FigureSubject::Sheet(_) => self.state.scale.of_figures(),
                _ => Scale::default(),
            };
            let request = FigureRequest { scale, viewpoint: sight.viewpoint, ..FigureRequest::new(subject) };
            FigureChoice { name, request }
        };
        shown.map(choice).collect()
    }

    /// Has a figure drawn.
    pub(super) fn draw_figure(&mut self, form: Box<FigureForm>) {
        match form.job() {
            Err(problem) => {
                self.dialog = Some(Dialog::Figure(Box::new(FigureForm { problem: Some(problem), ..*form })));
            }
            Ok(job) => {
                self.state.figures = form.settings.clone();
                self.figure_folder = Some(form.folder.clone());
                self.dialog = None;
                self.notice = Some(Notice::pending("Drawing the figure …"));
                self.figures += 1;
                let (ticket, number) = (form.ticket, self.figures);
                self.drawing.insert(number, form);
                self.ask(Request::Draw { ticket, number, job: Box::new(job) });
            }
        }
    }

    /// Says where the figures are; or asks again, with why there are none.
    pub(super) fn on_figures_drawn(&mut self, number: u64, drawn: Result<Vec<PathBuf>, String>) {
        // Whoever looks now may be another one, who is not told.
        let Some(form) = self.drawing.remove(&number) else { return };
        self.notice = None;
        match drawn {
            Ok(files) => {
                let names: Vec<String> = files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
                self.notice = Some(Notice::done(format!("Written: {}", names.join("  ·  "))));
            }
            Err(problem) => {
                self.again.push(Dialog::Figure(Box::new(FigureForm { problem: Some(problem), ..*form })));
            }
        }
    }
}

/// Whether figures can show the belief.
fn is_about_cells(key: &BeliefKey, header: &Header) -> bool {
    header.targets.iter().any(|target| target.id == key.target && target.domain == Domain::Cells)
}
