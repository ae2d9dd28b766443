//! Recordings that lie together: finding them, telling them apart, putting them in order.
//!
//! * `listing` walks through folders, `details` looks into a file; both run on the thread of `catalogue`.
//! * [`FileList`] is what has arrived so far, filtered and in order; it touches no file.
//! * `typed` understands a path as people write it.

pub(crate) mod catalogue;
pub(crate) mod details;
pub(crate) mod listing;
pub(crate) mod typed;

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use details::Details;
pub use listing::natural_order;
use listing::{Found, MOST};

/// One recording of the list.
pub(crate) struct Entry {
    pub(crate) found: Found,
    /// The name in small letters, for the filter.
    words: String,
    /// What is known besides the name; `None` until it arrives.
    pub(crate) details: Option<Arc<Details>>,
}

/// What the list is sorted by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum SortBy {
    #[default]
    Name,
    Turns,
    Outcome,
    Agents,
    Date,
    Size,
}

impl SortBy {
    /// All of them, with their names.
    pub(crate) const ALL: [(Self, &str); 6] = [
        (Self::Name, "Name"),
        (Self::Turns, "Turns"),
        (Self::Outcome, "Outcome"),
        (Self::Agents, "Agents"),
        (Self::Date, "Date"),
        (Self::Size, "Size"),
    ];
}

/// The order of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sort {
    pub(crate) by: SortBy,
    pub(crate) is_descending: bool,
}

/// The recordings that next and previous walk through.
#[derive(Default)]
pub(crate) struct FileList {
    /// Number of the list; answers about others are ignored.
    ticket: u64,
    /// What was asked for, to ask for it again.
    roots: Vec<PathBuf>,
    /// Whether all names, and all details, have arrived.
    has_names: bool,
    has_details: bool,
    /// In the order in which they were found.
    entries: Vec<Entry>,
    /// While a list is made anew, what was found of it; the old one stays until it is complete.
    anew: Option<Vec<Entry>>,
    filter: String,
    sort: Sort,
    /// All entries in order.
    sorted: Vec<usize>,
    /// Those that the filter lets through.
    shown: Vec<usize>,
    is_sorted: bool,
    is_filtered: bool,
    /// Counts the changes of what is shown.
    revision: u64,
    /// The recording that was asked for last, whether or not it could be opened.
    current: Option<PathBuf>,
    /// The row that the keyboard has chosen.
    cursor: Option<PathBuf>,
    /// Recordings that could not be opened, and why.
    unreadable: HashMap<PathBuf, String>,
    /// A recording whose outcome is not to be told: a seat that plays in it looks on.
    withheld: Option<PathBuf>,
}

impl FileList {
    /// A list of what will be found in files and folders. The order stays as it was chosen.
    pub(crate) fn begin(&mut self, ticket: u64, roots: Vec<PathBuf>) {
        let (sort, revision) = (self.sort, self.revision + 1);
        *self = Self { ticket, roots, sort, revision, current: self.current.take(), ..Self::default() };
    }

    /// The same list again; the old one stays until the new one is complete.
    pub(crate) fn begin_again(&mut self, ticket: u64) {
        (self.ticket, self.has_names, self.has_details) = (ticket, false, false);
        self.anew = Some(Vec::new());
    }

    /// Adds recordings that were found.
    pub(crate) fn add(&mut self, found: Vec<Found>, is_done: bool) {
        let entries = found.into_iter().map(|found| Entry { words: found.name.to_lowercase(), found, details: None });
        self.anew.as_mut().unwrap_or(&mut self.entries).extend(entries);
        self.has_names |= is_done;
        if let Some(anew) = self.anew.take_if(|_| is_done) {
            let mut known: HashMap<PathBuf, Option<Arc<Details>>> =
                self.entries.drain(..).map(|entry| (entry.found.path, entry.details)).collect();
            self.entries = anew;
            for entry in &mut self.entries {
                let before = known.remove(&entry.found.path).flatten();
                entry.details = entry.details.take().or(before);
            }
            self.unreadable.clear();
        }
        self.is_sorted = false;
    }

    /// Adds what is known of recordings besides their names.
    pub(crate) fn add_details(&mut self, details: Vec<(usize, Arc<Details>)>, is_done: bool) {
        self.has_details |= is_done;
        if !details.is_empty() {
            self.is_sorted &= self.sort.by == SortBy::Name;
            self.is_filtered &= self.filter.is_empty();
        }
        let entries = self.anew.as_mut().unwrap_or(&mut self.entries);
        for (place, details) in details {
            if let Some(entry) = entries.get_mut(place) {
                entry.details = Some(details);
            }
        }
    }

    /// Number of the list.
    pub(crate) fn ticket(&self) -> u64 {
        self.ticket
    }

    /// The files and folders that the list was made of.
    pub(crate) fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    /// Whether all names have arrived.
    pub(crate) fn has_names(&self) -> bool {
        self.has_names
    }

    /// Whether everything has arrived.
    pub(crate) fn is_settled(&self) -> bool {
        self.roots.is_empty() || (self.has_names && self.has_details)
    }

    /// Whether there is a list to show.
    pub(crate) fn is_worth_showing(&self) -> bool {
        self.entries.len() > 1 || self.folder().is_some()
    }

    /// The folder whose recordings these are, if it is one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        match self.roots.as_slice() {
            [root] => Some(root),
            _ => None,
        }
    }

    /// Number of recordings.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there may be more recordings than a list holds.
    pub(crate) fn is_cut(&self) -> bool {
        self.entries.len() >= MOST
    }

    pub(crate) fn filter(&self) -> &str {
        &self.filter
    }

    pub(crate) fn set_filter(&mut self, filter: String) {
        self.filter = filter;
        self.is_filtered = false;
    }

    pub(crate) fn sort(&self) -> Sort {
        self.sort
    }

    pub(crate) fn set_sort(&mut self, sort: Sort) {
        self.sort = sort;
        self.is_sorted = false;
    }

    /// Keeps the outcome of a recording from the list: nothing that is shown, sought or sorted depends on it.
    pub(crate) fn withhold(&mut self, path: Option<&Path>) {
        if self.withheld.as_deref() != path {
            self.withheld = path.map(Path::to_owned);
            self.is_sorted &= self.sort.by == SortBy::Name;
            self.is_filtered = false;
        }
    }

    /// The details of an entry that may be told, the outcome apart.
    pub(crate) fn outcome<'a>(&self, entry: &'a Entry) -> Option<&'a str> {
        let may_tell = self.withheld.as_ref() != Some(&entry.found.path);
        entry.details.as_ref().filter(|_| may_tell).and_then(|details| details.outcome.as_deref())
    }

    /// Why a recording cannot be opened, or not be shown as a whole: a word and a sentence.
    pub(crate) fn problem<'a>(&'a self, entry: &'a Entry) -> Option<(&'static str, &'a str)> {
        match self.unreadable.get(&entry.found.path) {
            Some(reason) => Some(("unreadable", reason)),
            None => entry.details.as_ref()?.problem.as_ref().map(|problem| (problem.word(), problem.reason())),
        }
    }

    /// From where next and previous go on: what was asked for last, so that a file that cannot be read is passed.
    pub(crate) fn ask(&mut self, path: Option<&Path>) {
        self.current = path.map(Path::to_owned);
        self.cursor = None;
    }

    /// Notes how the recording that was asked for last turned out.
    pub(crate) fn note(&mut self, outcome: Result<(), &str>) {
        let Some(current) = &self.current else { return };
        match outcome {
            Ok(()) => drop(self.unreadable.remove(current)),
            Err(reason) => drop(self.unreadable.insert(current.clone(), reason.to_owned())),
        }
    }

    /// Chooses a row by the keyboard.
    pub(crate) fn choose(&mut self, path: PathBuf) {
        self.cursor = Some(path);
    }

    /// The row that the keyboard goes on from: the chosen one, else that of the recording asked for last.
    pub(crate) fn cursor(&self) -> Option<&Path> {
        self.cursor.as_deref().or(self.current.as_deref())
    }

    /// Puts the list in order, where something changed.
    pub(crate) fn settle(&mut self) {
        if !self.is_sorted {
            let mut sorted: Vec<usize> = (0..self.entries.len()).collect();
            sorted.sort_by(|a, b| self.compare(&self.entries[*a], &self.entries[*b]));
            self.sorted = sorted;
            (self.is_sorted, self.is_filtered) = (true, false);
        }
        if !self.is_filtered {
            let filter = self.filter.to_lowercase();
            let words: Vec<&str> = filter.split_whitespace().collect();
            let shown = self.sorted.iter().copied().filter(|index| self.is_let_through(&self.entries[*index], &words));
            self.shown = shown.collect();
            self.is_filtered = true;
            self.revision += 1;
        }
    }

    fn compare(&self, a: &Entry, b: &Entry) -> Ordering {
        let Sort { by, is_descending } = self.sort;
        let number = |entry: &Entry| {
            let details = entry.details.as_ref()?;
            match by {
                SortBy::Turns => details.turns.or(details.records).map(u64::from),
                SortBy::Date => details.unix_ms,
                _ => Some(details.bytes),
            }
        };
        let by_name = || (&a.found.key, &a.found.name).cmp(&(&b.found.key, &b.found.name));
        let by_detail = match by {
            SortBy::Name => return if is_descending { by_name().reverse() } else { by_name() },
            SortBy::Turns | SortBy::Date | SortBy::Size => known_first(number(a), number(b), is_descending),
            SortBy::Outcome => known_first(self.outcome(a), self.outcome(b), is_descending),
            SortBy::Agents => {
                let agents = |entry: &Entry| entry.details.as_ref().map(|details| details.agents());
                let agents = |entry: &Entry| agents(entry).filter(|agents| !agents.is_empty());
                known_first(agents(a), agents(b), is_descending)
            }
        };
        by_detail.then_with(by_name)
    }

    /// Whether an entry has all the words somewhere.
    fn is_let_through(&self, entry: &Entry, words: &[&str]) -> bool {
        let details = entry.details.as_ref();
        let is_told = self.withheld.as_ref() != Some(&entry.found.path);
        let outcome = details.filter(|_| is_told).map_or("", |details| &details.outcome_words);
        let rest = details.map_or("", |details| &details.words);
        words.iter().all(|word| [&entry.words, rest, outcome].into_iter().any(|text| text.contains(word)))
    }

    /// Counts the changes of what is shown.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// Number of rows that the filter lets through.
    pub(crate) fn shown_len(&self) -> usize {
        self.shown.len()
    }

    /// A row of those that are shown.
    pub(crate) fn row(&self, row: usize) -> Option<&Entry> {
        self.shown.get(row).map(|index| &self.entries[*index])
    }

    /// The row of a recording, if it is shown.
    pub(crate) fn row_of(&self, path: &Path) -> Option<usize> {
        self.shown.iter().position(|index| self.entries[*index].found.path == path)
    }

    /// The recording after or before the one that was asked for last, around the ends.
    pub(crate) fn neighbour(&self, forward: bool) -> Option<&Path> {
        let open = self.current.as_deref();
        let len = self.shown.len();
        let next = match (open.and_then(|open| self.row_of(open)), forward) {
            (None, true) => 0,
            (None, false) => len.checked_sub(1)?,
            (Some(at), true) => (at + 1) % len,
            (Some(at), false) => (at + len - 1) % len,
        };
        self.row(next).map(|entry| entry.found.path.as_path()).filter(|path| Some(*path) != open)
    }

    /// The recordings in a range of rows that lack their details, by their place in the order in which they were found.
    pub(crate) fn without_details(&self, rows: Range<usize>) -> Vec<usize> {
        if self.anew.is_some() {
            // The rows of the old list have no place in the new one.
            return Vec::new();
        }
        let places = self.shown.get(rows).unwrap_or_default().iter().copied();
        places.filter(|place| self.entries[*place].details.is_none()).collect()
    }
}

/// Compares two values; what is not known comes last in either direction.
fn known_first<T: Ord>(a: Option<T>, b: Option<T>, is_descending: bool) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) if is_descending => b.cmp(&a),
        (Some(a), Some(b)) => a.cmp(&b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(names: &[&str]) -> FileList {
        let mut list = FileList::default();
        list.begin(1, names.iter().map(PathBuf::from).collect());
        list.add(found(names), true);
        list.settle();
        list
    }

    fn found(names: &[&str]) -> Vec<Found> {
        names.iter().map(|name| Found::new(PathBuf::from(name), (*name).to_owned())).collect()
    }

    fn shown(list: &FileList) -> Vec<&str> {
        (0..list.shown_len()).filter_map(|row| list.row(row)).map(|entry| entry.found.name.as_str()).collect()
    }

    fn tell(list: &mut FileList, place: usize, outcome: &str, turns: u32, bytes: u64) {
        let details = Details {
            outcome: Some(outcome.to_owned()),
            outcome_words: outcome.to_lowercase(),
            turns: Some(turns),
            bytes,
            words: format!("fox – hound\n{turns} turns"),
            ..Details::default()
        };
        list.add_details(vec![(place, Arc::new(details))], false);
        list.settle();
    }

    #[test]
    fn next_and_previous_go_round_and_follow_what_is_shown() {
        let mut list = list(&["a1", "b1", "a2"]);
        list.ask(Some(Path::new("a2")));
        assert_eq!(list.neighbour(true), Some(Path::new("b1")));
        assert_eq!(list.neighbour(false), Some(Path::new("a1")));
        list.set_filter("A".to_owned());
        list.settle();
        assert_eq!(list.neighbour(true), Some(Path::new("a1")));
        list.set_filter(String::new());
        list.set_sort(Sort { by: SortBy::Name, is_descending: true });
        list.settle();
        assert_eq!(shown(&list), ["b1", "a2", "a1"]);
        assert_eq!(list.neighbour(true), Some(Path::new("a1")));
        assert_eq!(FileList::default().neighbour(true), None);
        let mut single = super::tests::list(&["x"]);
        single.ask(Some(Path::new("x")));
        assert_eq!(single.neighbour(true), None);
    }

    #[test]
    fn all_words_of_the_filter_must_be_somewhere() {
        let mut list = list(&["run 1", "run 2", "other"]);
        tell(&mut list, 0, "The fox escaped", 12, 5);
        tell(&mut list, 1, "The hound won", 12, 6);
        for (filter, rows) in [
            ("run", &["run 1", "run 2"][..]),
            ("RUN hound", &["run 1", "run 2"]),
            ("escaped run", &["run 1"]),
            ("  won   12 ", &["run 2"]),
            ("won escaped", &[]),
        ] {
            list.set_filter(filter.to_owned());
            list.settle();
            assert_eq!(shown(&list), rows, "{filter}");
        }
    }

    #[test]
    fn a_list_is_sorted_both_ways_and_what_is_not_known_comes_last() {
        let mut list = list(&["a", "b", "c", "d"]);
        tell(&mut list, 0, "won", 9, 100);
        tell(&mut list, 1, "lost", 30, 70);
        tell(&mut list, 2, "drawn", 9, 80);
        let mut by = |by, is_descending| {
            list.set_sort(Sort { by, is_descending });
            list.settle();
            shown(&list).concat()
        };
        assert_eq!((by(SortBy::Turns, false), by(SortBy::Turns, true)), ("acbd".to_owned(), "bacd".to_owned()));
        assert_eq!((by(SortBy::Size, false), by(SortBy::Size, true)), ("bcad".to_owned(), "acbd".to_owned()));
        assert_eq!((by(SortBy::Outcome, false), by(SortBy::Outcome, true)), ("cbad".to_owned(), "abcd".to_owned()));
    }

    #[test]
    fn a_withheld_outcome_is_neither_told_nor_sought_nor_sorted_by() {
        let mut list = list(&["a", "b"]);
        tell(&mut list, 0, "won", 9, 100);
        tell(&mut list, 1, "lost", 30, 70);
        list.set_sort(Sort { by: SortBy::Outcome, is_descending: false });
        list.settle();
        assert_eq!(shown(&list), ["b", "a"]);
        list.withhold(Some(Path::new("b")));
        list.settle();
        assert_eq!(shown(&list), ["a", "b"], "as if it were not known");
        assert_eq!(list.row(1).and_then(|entry| list.outcome(entry)), None);
        list.set_filter("lost".to_owned());
        list.settle();
        assert_eq!(list.shown_len(), 0);
        list.withhold(None);
        list.settle();
        assert_eq!(shown(&list), ["b"]);
    }

    #[test]
    fn a_list_made_anew_takes_the_place_of_the_old_one_when_it_is_complete() {
        let mut list = list(&["a", "b"]);
        tell(&mut list, 1, "lost", 30, 70);
        list.begin_again(2);
        list.add(found(&["c"]), false);
        list.settle();
        assert_eq!(shown(&list), ["a", "b"]);
        assert!(list.without_details(0..2).is_empty(), "old places mean nothing to the new list");
        list.add(found(&["b"]), true);
        list.settle();
        assert_eq!(shown(&list), ["b", "c"]);
        assert!(list.row(0).is_some_and(|entry| entry.details.is_some()), "what was known stays until it is told anew");
        assert_eq!(list.without_details(0..9), Vec::<usize>::new(), "rows that are not there lack nothing");
        assert_eq!(list.without_details(0..2), [0]);
    }
}
