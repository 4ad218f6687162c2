//! KLV2: leave values of wolges, MAGPIE and Macondo.
//!
//! | bytes | meaning |
//! |---|---|
//! | 4 | number of nodes, *n* |
//! | 4 *n* | nodes of a [KWG](super::kwg) whose DAWG has the leaves: the tiles of a leave ascend, a blank is tile 0 |
//! | 4 | number of leaves, *m* |
//! | 4 *m* | values in points, 32-bit floats, in the order of a walk through the DAWG, depth first |
//!
//! The older KLV has 16-bit integers as values, in units of 1/256 point.
//!
//! **Exactness.** Values are rounded to thousandths of a point when they are read, and to the nearest float when they
//! are written. So a value that is the nearest float to some whole number of thousandths, like those of the files in
//! use, keeps its 32 bits (but -0 becomes 0). Any other value changes by about 0.0005 points at most.

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
    /// The number of values that were rounded: they are not the nearest floats to whole numbers of thousandths of a
    /// point.
    pub rounded: u64,
}

/// The places and sizes of the parts of a file.
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
                let message = format!("{what} belongs here, but the file has {len} bytes (it was cut off, or not a KLV2 file: get it again)");
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

/// Returns `true` if the number of nodes and the number of leaves fit the length of the file, and its nodes start as a
/// word graph.
pub(super) fn is_klv(bytes: &[u8]) -> bool {
    Parts::of(bytes).is_ok_and(|parts| Form::detect(&bytes[4..parts.nodes_end]) == Some(Form::Kwg))
}

/// Reads leaves and their values. `alphabet` is that of the leaves, with the blank as its last tile.
///
/// # Errors
/// If a length or a node breaks a rule, if a leave has more than 63 tiles or two different values, or if a value is not
/// a number or does not fit an `i32` in thousandths of a point; these errors have the byte offset. Also if the file has
/// no leaves.
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
        0 => Err(InteropError::whole("no leaves (get the file again)")),
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

/// The value in thousandths of a point, rounded; `None` if that number does not fit an `i32`.
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

/// Writes leaves as a KLV2 file. `alphabet` is that of the leaves, with the blank as its last tile.
///
/// # Errors
/// If a leave has a tile that the alphabet does not have, or there are more nodes than indices can name.
pub fn write(leaves: &LeaveList, alphabet: Alphabet<'_>) -> Result<Vec<u8>, InteropError> {
    let tile_count = alphabet.len();
    // Tiles in the order of the file: the blank, with the code 1 here, comes before the letters.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn english() -> Vec<u8> {
        let english = crate::alphabet::load("english").unwrap();
        crate::leaves_alphabet(&english).encode().unwrap()
    }

    /// A file with these values of three leaves, in order: a blank; a blank and A; A.
    fn file(values: &[u8], count: u32) -> Vec<u8> {
        let mut bytes = Vec::from(5_u32.to_le_bytes());
        for node in [2, 0].map(|child| 1 << 22 | child) {
            bytes.extend(u32::to_le_bytes(node));
        }
        // Nodes 2 to 4: the blank, whose child is node 4; A; A.
        for node in [1 << 23 | 4, 1 << 24 | 3 << 22, 1 << 24 | 3 << 22] {
            bytes.extend(u32::to_le_bytes(node));
        }
        bytes.extend(count.to_le_bytes());
        bytes.extend(values);
        bytes
    }

    fn floats(values: &[f32]) -> Vec<u8> {
        values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect()
    }

    fn read_file(bytes: &[u8]) -> Result<KlvLeaves, InteropError> {
        let section = english();
        read(bytes, Alphabet::from_bytes(&section).unwrap())
    }

    #[test]
    fn thousandths_keep_their_bits() {
        let section = english();
        let alphabet = Alphabet::from_bytes(&section).unwrap();
        let values = [28.656, -0.001, 42.696];
        let bytes = file(&floats(&values), 3);
        assert!(is_klv(&bytes));
        let found = read(&bytes, alphabet).unwrap();
        assert!(found.leaves.leaves().iter().eq([&[1][..], &[1, 27], &[27]]));
        assert_eq!(
            (found.leaves.values(), found.rounded),
            (&[42_696, -1, 28_656][..], 0)
        );
        let written = write(&found.leaves, alphabet).unwrap();
        assert_eq!(written[written.len() - 12..], bytes[bytes.len() - 12..]);
        assert_eq!(read(&written, alphabet).unwrap(), found);

        let rounded = read_file(&file(&floats(&[0.0004, 1.0006, -7.0]), 3)).unwrap();
        assert_eq!(
            (rounded.leaves.values(), rounded.rounded),
            (&[-7_000, 1_001, 0][..], 2)
        );
        // Thousandths up to 2,000 points keep their values as floats.
        for thousandths in (-2_000_000..2_000_000).step_by(7) {
            assert_eq!(
                to_thousandths(to_float(thousandths).into()),
                Some(thousandths)
            );
        }
    }

    #[test]
    fn values_of_the_older_form_are_256ths() {
        let values = [256_i16, -128, 1].map(i16::to_le_bytes);
        let found = read_file(&file(values.as_flattened(), 3)).unwrap();
        assert_eq!(
            (found.leaves.values(), found.rounded),
            (&[4, -500, 1_000][..], 1)
        );
    }

    #[test]
    fn broken_rules_are_reported_with_their_places() {
        let good = file(&floats(&[1.0, 2.0, 3.0]), 3);
        let nodes_end = 24;
        let changed = |place: usize, value: u32| {
            let mut bytes = good.clone();
            bytes[place..place + 4].copy_from_slice(&value.to_le_bytes());
            bytes
        };
        let infinite = f32::INFINITY.to_bits();
        for (bytes, message) in [
            (
                good[..3].to_vec(),
                "offset 0: the number of nodes belongs here, but the file has 3 bytes (it was cut off, or not a KLV2 file: get it again)",
            ),
            (
                good[..20].to_vec(),
                "offset 24: the number of leaves belongs here, but the file has 20 bytes (it was cut off, or not a KLV2 file: get it again)",
            ),
            (
                changed(0, u32::MAX),
                "offset 17179869184: the number of leaves belongs here, but the file has 40 bytes (it was cut off, or not a KLV2 file: get it again)",
            ),
            (
                changed(nodes_end, 4),
                "offset 28: 4 values belong here, but 12 bytes follow (get the file again)",
            ),
            (
                changed(nodes_end, u32::MAX),
                "offset 28: 4294967295 values belong here, but 12 bytes follow (get the file again)",
            ),
            (
                good[..good.len() - 4].to_vec(),
                "offset 28: 3 values belong here, but 8 bytes follow (get the file again)",
            ),
            (
                file(&floats(&[1.0, 2.0]), 2),
                "offset 16: the nodes have more leaves than the 2 values (get the file again)",
            ),
            (
                file(&floats(&[1.0; 4]), 4),
                "offset 24: 4 values for 3 leaves (get the file again)",
            ),
            (
                changed(32, infinite),
                "offset 32: inf is not a value of a leave (values are from -2147483 to 2147483 points)",
            ),
            (
                changed(28, f32::NAN.to_bits()),
                "offset 28: NaN is not a value of a leave (values are from -2147483 to 2147483 points)",
            ),
            (
                changed(36, 3e6_f32.to_bits()),
                "offset 36: 3000000 is not a value of a leave (values are from -2147483 to 2147483 points)",
            ),
            (
                changed(20, 3 << 22 | 27 << 24),
                "offset 20: tile 27 where the alphabet has 26 (name the alphabet of the file by --alphabet)",
            ),
            (
                changed(12, 1 << 23 | 2),
                "offset 12: cycle: a walk from node 2 returns to it (get the file again)",
            ),
            (
                changed(4, 1 << 22),
                "offset 24: 3 values for 0 leaves (get the file again)",
            ),
        ] {
            let error = read_file(&bytes).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
        assert_eq!(
            read_file(&[0; 8]).unwrap_err().to_string(),
            "offset 4: no nodes (get the file again)"
        );
        let empty = [&1_u32.to_le_bytes()[..], &[0, 0, 0x40, 0], &[0; 4]].concat();
        assert_eq!(
            read_file(&empty).unwrap_err().to_string(),
            "no leaves (get the file again)"
        );
    }

    /// The leaves `AB` and `BA` have the same tiles.
    #[test]
    fn a_leave_has_one_value() {
        let mut bytes = Vec::from(6_u32.to_le_bytes());
        for node in [
            1 << 22 | 2,
            1 << 22,
            1 << 24 | 4,
            2 << 24 | 1 << 22 | 5,
            2 << 24 | 3 << 22,
            1 << 24 | 3 << 22,
        ] {
            bytes.extend(u32::to_le_bytes(node));
        }
        bytes.extend(2_u32.to_le_bytes());
        let same = [&bytes[..], &floats(&[1.0, 1.0])].concat();
        assert_eq!(read_file(&same).unwrap().leaves.values(), [1_000]);
        let different = [&bytes[..], &floats(&[1.0, 2.0])].concat();
        assert_eq!(
            read_file(&different).unwrap_err().to_string(),
            "offset 36: a second value for the leave with the value at offset 32: its tiles are in another order (get the file again)"
        );
    }
}
