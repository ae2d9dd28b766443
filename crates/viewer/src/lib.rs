//! The eframe viewer of recordings
