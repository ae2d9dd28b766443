//! Rule sets, their agents, and the one registry
