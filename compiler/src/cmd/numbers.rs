//! WordIndex on the command line.

/// A parser of whole numbers in a range, which says the range when it refuses one.
pub fn whole<N>(
    first: u64,
    last: u64,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: TryFrom<u64>,
{
    move |text| {
        let number = text.parse().ok();
        let number = number.filter(|number| (first..=last).contains(number));
        number
            .and_then(|number| N::try_from(number).ok())
            .ok_or_else(|| format!("a whole number from {first} to {last} is needed"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_refused_with_the_range() {
        let parse = whole::<u8>(1, 63);
        assert_eq!(parse("1"), Ok(1));
        assert_eq!(parse("63"), Ok(63));
        for text in [
            "0",
            "64",
            "-1",
            "",
            "x",
            "1.5",
            " 1",
            "99999999999999999999",
        ] {
            let message = "a whole number from 1 to 63 is needed";
            assert_eq!(parse(text), Err(message.to_owned()), "{text}");
        }
        assert_eq!(
            whole::<u64>(0, u64::MAX)("18446744073709551615"),
            Ok(u64::MAX)
        );
    }
}
