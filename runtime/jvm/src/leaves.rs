//! `Leaves`: values of leaves.

use std::sync::Arc;

use jni::JNIEnv;
use jni::objects::{JByteArray, JByteBuffer};
use jni::sys::jlong;
use lexc_runtime::{Alphabet, Checks, Image, LeaveImage, LeaveImageError, NoLeaves};

use crate::border::text;
use crate::failure::Failure;
use crate::handles::Handles;
use crate::image::{Bytes, LEXICONS};
use crate::packed::points;
use crate::rack::read_rack;

/// The open leaves.
static LEAVES: Handles<OpenLeaves> = Handles::new("image of leaves");

struct OpenLeaves {
    bytes: Bytes,
    count: u32,
}

impl OpenLeaves {
    fn open(bytes: Bytes) -> Result<i64, Failure> {
        let image = Image::from_bytes(bytes.as_slice()).map_err(|error| bytes.refused(error))?;
        let count = match image.leave_values() {
            Some(_) => image.metadata().word_count(),
            None => return Err(bytes.refused(LeaveImageError::NoLeaves)),
        };
        Ok(LEAVES.put(OpenLeaves { bytes, count }))
    }
}

pub fn open_path(env: &mut JNIEnv<'_>, path: JByteArray<'_>) -> Result<i64, Failure> {
    OpenLeaves::open(Bytes::map(env, &path)?)
}

pub fn open_buffer(env: &mut JNIEnv<'_>, buffer: JByteBuffer<'_>) -> Result<i64, Failure> {
    OpenLeaves::open(Bytes::of_buffer(env, &buffer)?)
}

pub fn close(_env: &mut JNIEnv<'_>, leaves: jlong) -> Result<(), Failure> {
    LEAVES.close(leaves);
    Ok(())
}

/// The number of leaves.
pub fn count(_env: &mut JNIEnv<'_>, leaves: jlong) -> Result<i32, Failure> {
    LEAVES.with(leaves, |leaves| {
        Ok(i32::try_from(leaves.count).unwrap_or(i32::MAX))
    })
}

/// The value of a leave in points.
pub fn value(
    env: &mut JNIEnv<'_>,
    lexicon: jlong,
    leaves: jlong,
    leave: JByteArray<'_>,
) -> Result<f64, Failure> {
    let image = LEXICONS.get(lexicon)?;
    let alphabet = image.lexicon().alphabet();
    let rack = read_rack(&text(env, &leave)?, alphabet)?;
    let leaves = ChosenLeaves::of(leaves)?;
    let thousandths = leaves.values(alphabet)?.as_dyn().value(&rack);
    Ok(points(thousandths.into()))
}

/// The leaves of a call; `None` if it has none.
pub struct ChosenLeaves(Option<Arc<OpenLeaves>>);

impl ChosenLeaves {
    /// The leaves with a number; none for 0.
    pub fn of(leaves: jlong) -> Result<ChosenLeaves, Failure> {
        match leaves {
            0 => Ok(ChosenLeaves(None)),
            leaves => Ok(ChosenLeaves(Some(LEAVES.get(leaves)?))),
        }
    }

    pub fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// The values for the alphabet of a lexicon. The image was checked when it was opened.
    pub fn values(&self, alphabet: Alphabet<'_>) -> Result<Values<'_>, Failure> {
        let view = self.0.as_ref().map(|leaves| {
            let view = LeaveImage::open(leaves.bytes.as_slice(), Checks::Bounds, alphabet);
            view.map_err(|error| leaves.bytes.refused(error))
        });
        Ok(Values(view.transpose()?))
    }
}

/// The values for a lexicon; without an image, 0 for all leaves.
pub struct Values<'a>(Option<LeaveImage<'a>>);

impl Values<'_> {
    pub fn as_dyn(&self) -> &(dyn lexc_runtime::Leaves + Sync) {
        match &self.0 {
            Some(image) => image,
            None => &NoLeaves,
        }
    }
}
