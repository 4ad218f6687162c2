//! KLV2: leave values of wolges, MAGPIE and Macondo.
//!
//! | bytes | meaning |
//! |---|---|
//! | 4 | number of nodes, *n* |
//! | 4 *n* | nodes of a [KWG](super::kwg) whose DAWG has the leaves: tiles in ascending order, the blank as tile 0 |
//! | 4 | number of leaves, *m* |
//! | 4 *m* | values in points, 32-bit floats, in the order of a walk through the DAWG, depth first |
//!
//! The older KLV has 16-bit values of 1/256 point.
//!
//! **Exactness.** Values are read to the nearest thousandth of a point, and a thousandth is written as the nearest float. So values
//! that are thousandths, as in the files in use, are written with the same 32 bits again; others change by up to 0.0005.

use lexc_formats::Alphabet;

use super::error::InteropError;
use super::graph::{CheckedNodes, Graph, for_each_word};
use super::kwg::{Form, KwgNodes, Tiles, write_dawg_of_leaves};
use crate::leaves::{LeaveList, LeaveListBuilder, LeaveListError};

/// Leaves of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KlvLeaves {
    /// The leaves, in the [alphabet of leaves](crate::leaves_alphabet).
    pub leaves: LeaveList,
    /// The number of values that are not thousandths of a point, and were rounded.
    pub rounded: u64,
}

/// The parts of a file, by offset.
#[derive(Clone, Copy, Debug)]
struct Parts {
    nodes_end: usize,
    leave_count: u32,
    /// The size of a value: 4, or 2 in the older form.
    value_bytes: usize,
}

impl Parts {
    fn of(bytes: &[u8]) -> Result<Parts, InteropError> {
        let count = |offset: usize, what: &str| {
            let count = bytes.get(offset..).and_then(|rest| rest.first_chunk());
            count.map(|count| u32::from_le_bytes(*count)).ok_or_else(|| {
                let len = bytes.len();
                let message = format!("{what} belongs here, but the file has {len} bytes (it was cut off, or is no KLV2: get it again)");
                InteropError::at(offset as u64, message)
            })
        };
        let node_count = count(0, "the number of nodes")?;
        let nodes_end = 4_usize.saturating_add(4_usize.saturating_mul(node_count as usize));
        let leave_count = count(nodes_end, "the number of leaves")?;
        let rest = (bytes.len() - nodes_end - 4) as u64;
        let sizes = [4, 2].into_iter();
        let mut sizes = sizes.filter(|&size| rest == u64::from(leave_count) * size as u64);
        let value_bytes = sizes.next().ok_or_else(|| {
            let message = format!(
                "{leave_count} values belong here, but {rest} bytes follow (get the file again)"
            );
            InteropError::at(nodes_end as u64 + 4, message)
        })?;
        Ok(Parts {
            nodes_end,
            leave_count,
            value_bytes,
        })
    }
}

/// Returns `true` if the lengths in a file are those of leave values.
pub(super) fn is_klv(bytes: &[u8]) -> bool {
    Parts::of(bytes).is_ok_and(|parts| Form::detect(&bytes[4..parts.nodes_end]) == Some(Form::Kwg))
}

/// Reads leaves and their values. `alphabet` is that of the leaves, with the blank as its last tile.
///
/// # Errors
/// A file that breaks a rule, with the offset: of a node, or of a value that is not a number or has more than 32 bits in
/// thousandths.
pub fn read(bytes: &[u8], alphabet: Alphabet<'_>) -> Result<KlvLeaves, InteropError> {
    let Parts {
        nodes_end,
        leave_count,
        value_bytes,
    } = Parts::of(bytes)?;
    let letters = alphabet.len() - 1;
    let tiles = Tiles::LettersAndBlank(letters);
    let nodes = KwgNodes::new(&bytes[4..nodes_end], Form::Kwg, 4, tiles)?;
    let first = nodes.first(0);
    let mut values = bytes[nodes_end + 4..].chunks_exact(value_bytes);
    let value_offset = |index: usize| (nodes_end + 4 + index * value_bytes) as u64;
    let blank = u8::try_from(letters + 1).unwrap_or(u8::MAX);
    let mut builder = LeaveListBuilder::default();
    let (mut index, mut rounded) = (0, 0);
    if first != 0 {
        CheckedNodes::none(nodes.len()).check(&nodes, first, 0)?;
        for_each_word(&nodes, first, &[], |leave, offset| {
            let Some(value) = values.next() else {
                let message = format!(
                    "the nodes have more leaves than the {leave_count} values (get the file again)"
                );
                return Err(InteropError::at(offset, message));
            };
            let points = points(value);
            let thousandths = to_thousandths(points).ok_or_else(|| {
                let message = format!("{points} is not a value of a leave (values are from -2147483 to 2147483 points)");
                InteropError::at(value_offset(index), message)
            })?;
            let leave: Vec<u8> = leave
                .iter()
                .map(|&tile| if tile == 0 { blank } else { tile })
                .collect();
            builder.push(&leave, thousandths);
            #[expect(clippy::float_cmp, reason = "the same bits are meant")]
            {
                rounded += u64::from(f64::from(to_float(thousandths)) != points);
            }
            index += 1;
            Ok(())
        })?;
    }
    if index as u64 != u64::from(leave_count) {
        let message = format!("{leave_count} values for {index} leaves (get the file again)");
        return Err(InteropError::at(nodes_end as u64, message));
    }
    let leaves = builder.finish().map_err(|error| match error {
        LeaveListError::TwoValues { first, second } => {
            let first = value_offset(first);
            let message = format!("a second value for the leave with the value at offset {first}: its tiles are in another order (get the file again)");
            InteropError::at(value_offset(second), message)
        }
        LeaveListError::TooManyTiles(_) => InteropError::whole(error.to_string()),
    })?;
    match index {
        0 => Err(InteropError::whole("leave values without leaves")),
        _ => Ok(KlvLeaves { leaves, rounded }),
    }
}

/// A value of the file in points.
fn points(value: &[u8]) -> f64 {
    match *value {
        [a, b, c, d] => f32::from_le_bytes([a, b, c, d]).into(),
        [a, b] => f64::from(i16::from_le_bytes([a, b])) / 256.0,
        _ => f64::NAN,
    }
}

/// The nearest thousandth of a point; `None` unless it is a number of 32 bits.
pub(super) fn to_thousandths(points: f64) -> Option<i32> {
    let thousandths = (points * 1000.0).round();
    let is_within = (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&thousandths);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a whole number within the range"
    )]
    is_within.then_some(thousandths as i32)
}

/// The float that is nearest to a number of thousandths.
fn to_float(thousandths: i32) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest")]
    {
        (f64::from(thousandths) / 1000.0) as f32
    }
}

/// The KLV2 file of leaves, which are in an alphabet with the blank as its last tile.
///
/// # Errors
/// If a leave has a tile that the alphabet does not have, or the nodes are more than indices can name.
pub fn write(leaves: &LeaveList, alphabet: Alphabet<'_>) -> Result<Vec<u8>, InteropError> {
    let tile_count = alphabet.len();
    // The file's order of tiles: the blank is 1, and the letters follow.
    let mut builder = LeaveListBuilder::default();
    for (leave, &value) in leaves.leaves().iter().zip(leaves.values()) {
        let reordered = |&code: &u8| {
            if usize::from(code) == tile_count {
                1
            } else {
                code + 1
            }
        };
        let leave: Vec<u8> = leave.iter().map(reordered).collect();
        builder.push(&leave, value);
    }
    let reordered = builder
        .finish()
        .map_err(|error| InteropError::whole(error.to_string()))?;
    let nodes = write_dawg_of_leaves(reordered.leaves(), tile_count)?;
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes();
    let mut bytes = Vec::from(count(nodes.len() / 4));
    bytes.extend(nodes);
    bytes.extend(count(reordered.values().len()));
    bytes.extend(
        reordered
            .values()
            .iter()
            .flat_map(|&value| to_float(value).to_le_bytes()),
    );
    Ok(bytes)
}
