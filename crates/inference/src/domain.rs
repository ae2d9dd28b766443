//! What can be hidden: a site that moves, and a tag that stays.

/// The shape of a hidden state: one of `sites` places between which it moves, and one of `tags` hypotheses that hold for
/// the whole match.
///
/// A position alone is a domain with one tag; a position with a finite attribute that changes (a facing, a load) has a
/// site for every combination; finitely many hypotheses alone are a domain with one site. States are numbered
/// `site · tags + tag`, so that all hypotheses about one site lie next to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Domain {
    sites: usize,
    tags: usize,
}

/// A domain with more states than exact inference should hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "exact inference over {states} joint states ({sites} × {tags}) is refused, the limit is {}; use particles or a smaller board",
    Domain::LARGEST
)]
pub struct TooLarge {
    /// States that there would be; as many as fit into the type if there are more.
    pub states: usize,
    /// Sites.
    pub sites: usize,
    /// Tags.
    pub tags: usize,
}

impl Domain {
    /// Most states of a domain: 2²².
    pub const LARGEST: usize = 1 << 22;

    /// A domain of `sites` × `tags` states.
    ///
    /// # Errors
    /// [`TooLarge`] if that is more than [`LARGEST`](Self::LARGEST).
    pub fn new(sites: usize, tags: usize) -> Result<Self, TooLarge> {
        match sites.checked_mul(tags) {
            Some(states) if states <= Self::LARGEST => Ok(Self { sites, tags }),
            states => Err(TooLarge { states: states.unwrap_or(usize::MAX), sites, tags }),
        }
    }

    /// Number of sites.
    pub fn sites(self) -> usize {
        self.sites
    }

    /// Number of tags.
    pub fn tags(self) -> usize {
        self.tags
    }

    /// Number of states.
    pub fn states(self) -> usize {
        self.sites * self.tags
    }

    /// Words that hold one bit per tag.
    pub(crate) fn words(self) -> usize {
        self.tags.div_ceil(64)
    }
}
