//! Figures of what is shown, drawn into files by the same code as the command line's.

use std::path::PathBuf;

use egui_tiles::TileId;
use fogreel_engine::data::{BeliefKey, Domain};
use fogreel_engine::{Header, Record, Viewpoint};
use fogreel_plots::{FigureRequest, FigureSubject};

use super::{Notice, ViewerApp};
use crate::dialog::{Dialog, FigureForm, Offer};
use crate::loading::Request;
use crate::paint::BeliefPicture;
use crate::panels::names;
use crate::perspective::Sight;
use crate::tiles::{PaneChoice, reference_of, with_source};

impl ViewerApp {
    /// Asks what of the panes shall be drawn: the named one, else the one alone or under the pointer, else the first
    /// belief.
    pub(super) fn offer_figures(&mut self, pane: Option<TileId>) {
        let Some(sight) = self.look() else { return };
        let shown = self.shown(&sight);
        let pane = pane.or(self.maximised).or(self.hover.map(|hover| hover.pane));
        let wanted = pane.and_then(|pane| shown.of(pane).cloned());
        let mut offers: Vec<Offer> = Vec::new();
        let mut chosen = None;
        for (_, choice) in &shown.panes {
            let Some(request) = self.request(&sight, choice) else { continue };
            let place = offers.iter().position(|offer| offer.request == request).unwrap_or_else(|| {
                let turn = sight.record.as_ref().map_or(0, |record| record.turn);
                offers.push(Offer { name: format!("{}, turn {turn}", names::choice(&sight, choice)), request });
                offers.len() - 1
            });
            let is_wanted = match &wanted {
                Some(wanted) => wanted == choice,
                None => matches!(choice, PaneChoice::Belief(_)),
            };
            if is_wanted && chosen.is_none() {
                chosen = Some(place);
            }
        }
        let of_choice = |choice: &PaneChoice| match choice {
            PaneChoice::Belief(key) | PaneChoice::Difference { belief: key, .. } => Some(key.clone()),
            PaneChoice::Auto(_) | PaneChoice::Truth | PaneChoice::View(_) => None,
        };
        let in_panes = || shown.panes.iter().find_map(|(_, choice)| of_choice(choice));
        let belief = wanted.as_ref().and_then(of_choice).or_else(|| self.curves.clone()).or_else(in_panes);
        if let Some(key) = belief {
            offers.extend(self.along_the_match(&sight, &key));
        }
        let file = self.session.as_ref().and_then(|session| session.path()).cloned();
        let folder = self.figure_folder.clone().unwrap_or_else(|| {
            let beside = file.as_deref().and_then(|file| file.parent()).map(|folder| folder.join("figures"));
            beside.unwrap_or_else(|| PathBuf::from("figures")).to_string_lossy().into_owned()
        });
        let settings = self.state.figures.clone();
        let chosen = chosen.unwrap_or(0);
        let form = FigureForm { offers, chosen, settings, folder, replace: false, file, problem: None };
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
                both.map(|_| of(FigureSubject::Difference { belief: belief.clone(), reference }))
            }
        }
    }

    /// Figures of a belief along the match.
    fn along_the_match(&self, sight: &Sight, key: &BeliefKey) -> Vec<Offer> {
        let name = names::belief(sight, key);
        let keys = sight.keys();
        let reference = reference_of(key, &keys).filter(|reference| *reference != key).cloned();
        let of = |subject| FigureRequest { viewpoint: sight.viewpoint, ..FigureRequest::new(subject) };
        let mut offers = Vec::new();
        if is_about_cells(key, &sight.header) {
            let request =
                FigureRequest { scale: self.state.scale.of_figures(), ..of(FigureSubject::Sheet(key.clone())) };
            offers.push(Offer { name: format!("Sheet – {name}, turns that tell the story"), request });
            let request = of(FigureSubject::Timeline { belief: key.clone(), reference });
            offers.push(Offer { name: format!("Timeline – {name}"), request });
        }
        offers
    }

    /// Has a figure drawn.
    pub(super) fn draw_figure(&mut self, form: Box<FigureForm>) {
        match form.order() {
            Err(problem) => {
                self.dialog = Some(Dialog::Figure(Box::new(FigureForm { problem: Some(problem), ..*form })));
            }
            Ok(order) => {
                self.state.figures = form.settings.clone();
                self.figure_folder = Some(form.folder.clone());
                self.dialog = None;
                self.notice = Some(Notice::done("Drawing the figure …"));
                self.drawing = Some(form);
                self.ask(Request::Draw { ticket: self.open_ticket, order: Box::new(order) });
            }
        }
    }

    /// Says where the figures are; or asks again, with why there are none.
    pub(super) fn note_drawn(&mut self, drawn: Result<Vec<PathBuf>, String>) {
        let form = self.drawing.take();
        match (drawn, form) {
            (Ok(files), _) => {
                let names: Vec<String> = files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
                self.notice = Some(Notice::done(format!("Written: {}", names.join("  ·  "))));
            }
            (Err(problem), Some(form)) if self.dialog.is_none() => {
                self.notice = None;
                self.dialog = Some(Dialog::Figure(Box::new(FigureForm { problem: Some(problem), ..*form })));
            }
            (Err(problem), _) => self.notice = Some(Notice::problem(problem)),
        }
    }
}

/// Whether figures can show the belief.
fn is_about_cells(key: &BeliefKey, header: &Header) -> bool {
    header.targets.iter().any(|target| target.id == key.target && target.domain == Domain::Cells)
}
