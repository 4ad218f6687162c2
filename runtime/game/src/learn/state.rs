//! Sums of equities, and the state of learning as bytes.

use std::fmt;

/// Numbers of racks and sums of equities, by leave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sums {
    racks: Vec<u32>,
    equities: Vec<i64>,
}

impl Sums {
    pub(super) fn new(leaves: usize) -> Sums {
        Sums {
            racks: vec![0; leaves],
            equities: vec![0; leaves],
        }
    }

    /// Adds the equity, in thousandths of a point, of a rack with this leave.
    pub(super) fn add(&mut self, leave: usize, equity: i64) {
        self.racks[leave] = self.racks[leave].saturating_add(1);
        self.equities[leave] = self.equities[leave].saturating_add(equity);
    }

    /// The number of racks with a leave, and the sum of their equities.
    pub(super) fn of(&self, leave: usize) -> (i128, i128) {
        (self.racks[leave].into(), self.equities[leave].into())
    }
}

/// A decoded state.
pub(super) struct State {
    /// The number of finished generations, and the number of games of the current one.
    pub(super) place: (u32, u64),
    pub(super) values: Vec<i32>,
    pub(super) sums: Sums,
}

/// The first bytes of a state.
const MAGIC: &[u8; 8] = b"lexclrn1";

/// The bytes of a state: [`MAGIC`], the CRC-32 of all bytes that follow it, the length of the settings, the settings,
/// and the numbers of generations and games; then all values, all numbers of racks, and all sums of equities, each by
/// leave. Integers are little-endian.
pub(super) fn encode(settings: &str, place: (u32, u64), values: &[i32], sums: &Sums) -> Vec<u8> {
    let mut rest = Vec::with_capacity(values.len() * 16 + settings.len() + 64);
    rest.extend_from_slice(&(settings.len() as u64).to_le_bytes());
    rest.extend_from_slice(settings.as_bytes());
    rest.extend_from_slice(&place.0.to_le_bytes());
    rest.extend_from_slice(&place.1.to_le_bytes());
    rest.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    rest.extend(sums.racks.iter().flat_map(|racks| racks.to_le_bytes()));
    rest.extend(sums.equities.iter().flat_map(|equity| equity.to_le_bytes()));
    let checksum = crc32fast::hash(&rest).to_le_bytes();
    [MAGIC.as_slice(), &checksum, &rest].concat()
}

/// Reads the state of learning with these settings and this number of leaves.
pub(super) fn decode(settings: &str, leaves: usize, bytes: &[u8]) -> Result<State, StateError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(StateError::NoState)?;
    let (checksum, rest) = rest.split_first_chunk().ok_or(StateError::Damaged)?;
    if u32::from_le_bytes(*checksum) != crc32fast::hash(rest) {
        return Err(StateError::Damaged);
    }
    let mut reader = Reader(rest);
    let len = u64::from_le_bytes(reader.array()?);
    let len = usize::try_from(len).map_err(|_| StateError::Damaged)?;
    if reader.bytes(len)? != settings.as_bytes() {
        return Err(StateError::OtherSettings);
    }
    let place = (
        u32::from_le_bytes(reader.array()?),
        u64::from_le_bytes(reader.array()?),
    );
    let values = (0..leaves).map(|_| reader.array().map(i32::from_le_bytes));
    let values = values.collect::<Result<_, _>>()?;
    let racks = (0..leaves).map(|_| reader.array().map(u32::from_le_bytes));
    let racks = racks.collect::<Result<_, _>>()?;
    let equities = (0..leaves).map(|_| reader.array().map(i64::from_le_bytes));
    let equities = equities.collect::<Result<_, _>>()?;
    match reader.0 {
        [] => Ok(State {
            place,
            values,
            sums: Sums { racks, equities },
        }),
        _ => Err(StateError::Damaged),
    }
}

/// The bytes not read yet.
struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn bytes(&mut self, len: usize) -> Result<&'b [u8], StateError> {
        let (bytes, rest) = self.0.split_at_checked(len).ok_or(StateError::Damaged)?;
        self.0 = rest;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], StateError> {
        let (bytes, rest) = self.0.split_first_chunk().ok_or(StateError::Damaged)?;
        self.0 = rest;
        Ok(*bytes)
    }
}

/// Bytes from which learning can't continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StateError {
    /// The bytes are not a state of learning.
    NoState,
    /// The bytes are cut off or changed.
    Damaged,
    /// The bytes are the state of learning with other settings.
    OtherSettings,
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StateError::NoState => "not a state of learning (remove the file to start again)",
            StateError::Damaged => "a damaged state of learning (remove the file to start again)",
            StateError::OtherSettings => {
                "the state of learning with other settings (choose the same ones, or remove the file to start again)"
            }
        })
    }
}

impl std::error::Error for StateError {}
