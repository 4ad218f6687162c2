//! Values in one array of bytes, which `lexc.Packed` reads: one call of the machine instead of one for each value.

use std::fmt::{Display, Write};

use lexc_runtime::Candidate;

use crate::failure::Failure;

/// Packed values, or a failure.
pub type Packing = Result<Vec<u8>, Failure>;

/// Writes values, all numbers in little-endian order.
#[derive(Default)]
pub struct Packed(Vec<u8>);

impl Packed {
    pub fn new() -> Packed {
        Packed::default()
    }

    pub fn bytes(self) -> Vec<u8> {
        self.0
    }

    pub fn flag(&mut self, flag: bool) -> &mut Packed {
        self.0.push(u8::from(flag));
        self
    }

    pub fn int(&mut self, number: i32) -> &mut Packed {
        self.0.extend(number.to_le_bytes());
        self
    }

    /// A number of items, or an index. There are fewer than 2^31 of anything.
    pub fn count(&mut self, number: usize) -> &mut Packed {
        self.int(i32::try_from(number).unwrap_or(i32::MAX))
    }

    pub fn double(&mut self, number: f64) -> &mut Packed {
        self.0.extend(number.to_le_bytes());
        self
    }

    /// The length in bytes of a text, and the text in UTF-8.
    pub fn text(&mut self, text: impl Display) -> &mut Packed {
        let start = self.0.len();
        self.int(0);
        // Writing to memory can't fail.
        let _ = write!(Utf8(&mut self.0), "{text}");
        let len = self.0.len() - start - size_of::<i32>();
        let len = i32::try_from(len).unwrap_or(i32::MAX);
        self.0[start..start + size_of::<i32>()].copy_from_slice(&len.to_le_bytes());
        self
    }

    /// An item, or none.
    pub fn optional<T>(
        &mut self,
        item: Option<T>,
        write: impl FnOnce(&mut Packed, T),
    ) -> &mut Packed {
        self.flag(item.is_some());
        if let Some(item) = item {
            write(self, item);
        }
        self
    }

    /// Items, after their number.
    pub fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Packed, T),
    ) -> &mut Packed {
        let start = self.0.len();
        self.int(0);
        let mut count: i32 = 0;
        for item in items {
            write(self, item);
            count += 1;
        }
        self.0[start..start + size_of::<i32>()].copy_from_slice(&count.to_le_bytes());
        self
    }

    /// Texts, after their number.
    pub fn texts<T: Display>(&mut self, texts: impl IntoIterator<Item = T>) -> &mut Packed {
        self.list(texts, |packed, text| {
            packed.text(text);
        })
    }
}

struct Utf8<'a>(&'a mut Vec<u8>);

impl Write for Utf8<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

/// Converts thousandths of a point to points.
pub fn points(thousandths: i64) -> f64 {
    thousandths as f64 / Candidate::PER_POINT as f64
}
