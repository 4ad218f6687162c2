//! [`Gcg`]: records of games in the format GCG.

mod check;
mod cursor;
mod encoding;
mod error;
mod event;
mod final_points;
mod held;
mod last_position;
mod names;
mod parse;
mod parse_event;
mod pragmas;
mod rack;
mod record;
mod replay;
mod resume;
mod rules;
#[cfg(test)]
mod testing;
mod turns;
mod write;

pub use self::error::{GcgError, GcgFault, GcgRemedy, GcgRepair};
pub use self::event::{GcgEvent, GcgEventKind};
pub use self::record::{Gcg, GcgPlayer};
pub use self::replay::{GcgReplay, GcgStep};
