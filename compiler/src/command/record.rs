//! Game records, and the option of their encoding.

use std::path::Path;

use clap::Args;
use lexc_compiler::input::Source;
use lexc_game::{Gcg, GcgError, GcgFault, GcgRemedy, GcgRepair};

use super::outcome::Failure;

/// The option of a verb that reads a game record.
#[derive(Debug, Args)]
pub struct RecordArgs {
    /// The encoding of the game record, such as windows-1251 [default: the one that the record names, else UTF-8 if the
    /// record is valid UTF-8, else windows-1252]
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
}

/// A record that was read from a file.
pub struct Record {
    pub gcg: Gcg,
    pub repairs: Vec<GcgRepair>,
    pub source: Source,
}

impl RecordArgs {
    /// Reads the record in the bytes of this file.
    pub fn read(&self, path: &Path, bytes: &[u8]) -> Result<Record, Failure> {
        let source = Source::from_arg(path);
        let read = match &self.encoding {
            Some(encoding) => Gcg::from_bytes_in(bytes, encoding),
            None => Gcg::from_bytes(bytes),
        };
        let (gcg, repairs) = read.map_err(|error| Failure(format!("{source}: {error}")))?;
        Ok(Record {
            gcg,
            repairs,
            source,
        })
    }
}

impl Record {
    /// The message of an error of [`Gcg::replay`] or [`Gcg::resume`]. Names the option of the encoding if the record has
    /// unknown characters, and its encoding is a guess.
    pub fn refused(&self, error: &GcgError) -> Failure {
        let guess = self.repairs.iter().find_map(|repair| match &repair.remedy {
            GcgRemedy::EncodingMissing { used } | GcgRemedy::EncodingWrong { used, .. } => {
                (*used != "UTF-8").then_some(*used)
            }
            _ => None,
        });
        let is_of_text = matches!(error.fault, GcgFault::Text(_));
        let hint = match guess.filter(|_| is_of_text) {
            None => String::new(),
            Some(used) => format!(
                " (the record was read as {used}; name another encoding with --encoding, such as --encoding windows-1251)"
            ),
        };
        Failure(format!("{}: {error}{hint}", self.source))
    }
}
