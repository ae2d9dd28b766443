//! Lines of play besides the match.

/// A line of play that leaves another one: what might have been played instead, or what a search looked at.
///
/// Its records go on counting: the first one has the number `record + 1`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// Number of the line, 1 or more; 0 is the match.
    pub line: u32,
    /// Line that it leaves, which has a lower number.
    pub parent: u32,
    /// Last record that both share: a record of the parent's own, not one that the parent shares with its own parent.
    pub record: u32,
    /// What people call it; may be empty.
    pub name: String,
}
