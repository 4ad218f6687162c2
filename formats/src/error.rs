//! Errors of images, and their messages.

mod image;
mod message;
mod node;
#[cfg(test)]
mod tests;

pub use self::image::ImageError;
pub use self::node::NodeError;
