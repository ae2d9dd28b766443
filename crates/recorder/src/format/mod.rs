//! The bytes of a recording: a pure codec without IO. `docs/format.md` is the specification.
