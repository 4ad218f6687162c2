// The section of the English alphabet, as an expression that tests and examples include.
{
    use lexc_formats::{AlphabetDefinition, TileDefinition};
    #[rustfmt::skip]
    let tiles = [
        ('A', 1, 9), ('B', 3, 2), ('C', 3, 2), ('D', 2, 4), ('E', 1, 12), ('F', 4, 2), ('G', 2, 3), ('H', 4, 2),
        ('I', 1, 9), ('J', 8, 1), ('K', 5, 1), ('L', 1, 4), ('M', 3, 2), ('N', 1, 6), ('O', 1, 8), ('P', 3, 2),
        ('Q', 10, 1), ('R', 1, 6), ('S', 1, 4), ('T', 1, 6), ('U', 1, 4), ('V', 4, 2), ('W', 4, 2), ('X', 8, 1),
        ('Y', 4, 2), ('Z', 10, 1),
    ];
    AlphabetDefinition {
        name: "english".into(),
        tiles: tiles
            .map(|(letter, value, count)| TileDefinition {
                text: letter.into(),
                blank_text: letter.to_ascii_lowercase().into(),
                value,
                count,
                is_vowel: "AEIOU".contains(letter),
            })
            .into(),
        blank_count: 2,
        ..AlphabetDefinition::default()
    }
    .encode()
    .expect("the alphabet keeps the rules")
}
