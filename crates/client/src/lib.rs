//! HTTP client of the Kitsune bridge, and the settings that say where it is.

mod settings;

pub use settings::{Settings, SettingsError};
