//! The header of a recording, from what a game says of itself.

use fogreel_engine::data::{
    BeliefTarget, Board, Channel, EventKind, FactDefinition, Keep, MessageTemplate, PieceKind, SeatInfo, Setting,
};
use fogreel_engine::{Game, Header};

/// The lists to which records refer by position.
pub(crate) struct Vocabulary {
    pub(crate) piece_kinds: Vec<PieceKind>,
    pub(crate) targets: Vec<BeliefTarget>,
    pub(crate) channels: Vec<Channel>,
    pub(crate) event_kinds: Vec<EventKind>,
    pub(crate) facts: Vec<FactDefinition>,
    pub(crate) messages: Vec<MessageTemplate>,
}

/// What differs from match to match.
pub(crate) struct MatchFacts {
    pub(crate) preset: &'static str,
    pub(crate) knobs: Vec<Setting>,
    pub(crate) map: String,
    pub(crate) setup: Vec<Setting>,
    pub(crate) seed: u64,
    pub(crate) board: Board,
    pub(crate) seats: Vec<SeatInfo>,
    pub(crate) max_turns: Option<u32>,
}

/// The header of a match of the game `G`.
pub(crate) fn header<G: Game>(title: &str, vocabulary: Vocabulary, facts: MatchFacts) -> Header {
    Header {
        game: G::ID.to_owned(),
        title: title.to_owned(),
        rules_version: G::RULES_VERSION,
        preset: facts.preset.to_owned(),
        knobs: facts.knobs,
        map: facts.map,
        setup: facts.setup,
        seed: Some(facts.seed),
        board: facts.board,
        seats: facts.seats,
        piece_kinds: vocabulary.piece_kinds,
        targets: vocabulary.targets,
        channels: vocabulary.channels,
        event_kinds: vocabulary.event_kinds,
        facts: vocabulary.facts,
        messages: vocabulary.messages,
        max_turns: facts.max_turns,
        keep: Keep::Full,
        writer: concat!("fogreel ", env!("CARGO_PKG_VERSION")).to_owned(),
        created_unix_ms: None,
        tags: Vec::new(),
    }
}
