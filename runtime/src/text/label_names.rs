//! Names of labels as error messages list them.

use core::fmt;

/// The first names of a list of labels, up to 48 bytes in all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LabelNames {
    /// The names, each behind a space.
    bytes: [u8; LabelNames::MAX_BYTES],
    len: u8,
    is_cut: bool,
}

impl LabelNames {
    const MAX_BYTES: usize = 48;

    pub(crate) fn new<'n>(names: impl Iterator<Item = &'n str>) -> LabelNames {
        let mut this = LabelNames {
            bytes: [0; LabelNames::MAX_BYTES],
            len: 0,
            is_cut: false,
        };
        for name in names {
            let free = this.bytes.get_mut(this.len.into()..).unwrap_or_default();
            if name.len() >= free.len() {
                this.is_cut = true;
                break;
            }
            let text = b" ".iter().chain(name.as_bytes());
            for (to, from) in free.iter_mut().zip(text) {
                (*to, this.len) = (*from, this.len + 1);
            }
        }
        this
    }
}

/// Each name behind a space; without names, advice to use another label.
impl fmt::Display for LabelNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.len == 0 && !self.is_cut {
            return f.write_str(" another label: the image has none of this kind");
        }
        let names = self.bytes.get(..self.len.into()).unwrap_or_default();
        f.write_str(core::str::from_utf8(names).unwrap_or_default())?;
        f.write_str(if self.is_cut { " …" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn names_are_listed_as_far_as_there_is_room() {
        let text = |names: &[&str]| LabelNames::new(names.iter().copied()).to_string();
        assert_eq!(text(&["csw", "nwl"]), " csw nwl");
        assert_eq!(
            text(&[
                "a23456789012345678901234567890",
                "b",
                "c23456789012345678901"
            ]),
            " a23456789012345678901234567890 b …"
        );
        assert_eq!(text(&[]), " another label: the image has none of this kind");
    }
}
