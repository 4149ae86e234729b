//! Why each mark is erased.
mod board;
pub mod explainer;
mod found;
pub mod check;
pub mod reason;
pub mod find;
pub mod library;
mod marks;
pub mod oracle;
mod sets;
mod technique;
pub mod story;
pub use board::*;
pub use found::*;
pub use marks::*;
pub use sets::*;
pub use technique::*;
