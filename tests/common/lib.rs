//! Generators and the brute-force oracle that the suite shares.
#![forbid(unsafe_code)]
