//! Tiles of a full bag that a position does not show, and tiles that it shows in excess of a full bag.

use lexc_runtime::{Alphabet, Bag, Cgp, GameState, PlacedTile, RackTile, Rules};
use serde::Serialize;
use serde::ser::Serializer;

/// Tiles that the player on turn does not see: those in the bag and on the opponent's rack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unseen {
    /// The texts and counts of the tiles in alphabet order, the blank last.
    tiles: Vec<(String, usize)>,
    bag_len: usize,
}

impl Unseen {
    /// The tiles that the player on turn does not see; `None` if the full bag has no tiles.
    pub fn new(state: &GameState, rules: &Rules, alphabet: Alphabet<'_>) -> Option<Unseen> {
        let unseen = state.unseen(state.next_seat());
        let tiles = unseen.counts();
        let tiles = tiles.map(|(tile, count)| (text_of(tile, alphabet), count));
        let tiles = tiles.collect();
        (!rules.full_bag().is_empty()).then_some(Unseen {
            tiles,
            bag_len: state.bag_len(),
        })
    }

    /// The number of tiles.
    pub fn len(&self) -> usize {
        self.tiles.iter().map(|(_, count)| count).sum()
    }

    /// The number of tiles in the bag if the racks of all others are full; 0 if the unseen tiles do not fill them.
    pub fn bag_len(&self) -> usize {
        self.bag_len
    }

    /// The tiles with their counts, such as `A8`.
    pub fn texts(&self) -> impl Iterator<Item = String> {
        self.tiles
            .iter()
            .map(|(text, count)| format!("{text}{count}"))
    }
}

/// The fields of the JSON object.
impl Serialize for Unseen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            total: usize,
            bag: usize,
            #[serde(serialize_with = "as_map")]
            tiles: &'a [(String, usize)],
        }
        fn as_map<S: Serializer>(
            tiles: &[(String, usize)],
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            serializer.collect_map(tiles.iter().map(|(text, count)| (text, count)))
        }
        let fields = Fields {
            total: self.len(),
            bag: self.bag_len(),
            tiles: &self.tiles,
        };
        fields.serialize(serializer)
    }
}

/// Names the tiles that occur more often on the board and the racks than in a full bag. `7 Z of 1`, for example, names
/// the tile Z: 7 of it occur, and a full bag has 1. Empty if the full bag has no tiles.
pub fn excess(cgp: &Cgp<'_>, rules: &Rules, alphabet: Alphabet<'_>) -> Vec<String> {
    let full = rules.full_bag();
    if full.is_empty() {
        return Vec::new();
    }
    let mut seen = Bag::EMPTY;
    let squares = cgp.board().dimensions().squares();
    let on_board = squares.filter_map(|square| cgp.board().get(square).map(RackTile::from));
    for tile in on_board.chain(cgp.racks().flatten()) {
        let is_added = seen.add(tile);
        debug_assert!(is_added, "a bag has room for a board and all racks");
    }
    let excess = seen.counts().filter_map(|(tile, found)| {
        let count = full.count(tile);
        (found > count).then(|| format!("{found} {} of {count}", text_of(tile, alphabet)))
    });
    excess.collect()
}

fn text_of(tile: RackTile, alphabet: Alphabet<'_>) -> String {
    match tile {
        RackTile::Letter(tile) => alphabet.display(PlacedTile::letter(tile)).to_string(),
        RackTile::Blank => "?".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use lexc_runtime::Layout;

    use super::*;

    fn with_cgp<R>(text: &str, check: impl FnOnce(&Cgp<'_>, Alphabet<'_>) -> R) -> R {
        let english = lexc_compiler::alphabet::load("english")
            .unwrap()
            .encode()
            .unwrap();
        let english = Alphabet::from_bytes(&english).unwrap();
        check(&Cgp::parse(text, english).unwrap(), english)
    }

    #[test]
    fn unseen_tiles_are_those_of_a_full_bag_without_board_and_rack() {
        with_cgp("5/1QuIZ/5 EEE?/KX 0/0 0", |cgp, english| {
            let layout = Layout::parse_line("1,1:...../...../.....").unwrap();
            let rules = Rules::standard(english).with_layout(layout);
            let state = cgp.state(&rules).unwrap();
            let unseen = Unseen::new(&state, &rules, english).unwrap();
            assert_eq!((unseen.len(), unseen.bag_len()), (92, 85));
            let texts: Vec<_> = unseen.texts().collect();
            let expected =
                "A9 B2 C2 D4 E9 F2 G3 H2 I8 J1 K1 L4 M2 N6 O8 P2 R6 S4 T6 U4 V2 W2 X1 Y2";
            assert_eq!(texts.join(" "), expected);
            let json = serde_json::to_value(&unseen).unwrap();
            assert_eq!((&json["total"], &json["bag"]), (&92.into(), &85.into()));
            assert_eq!(
                (&json["tiles"]["E"], json["tiles"].get("?")),
                (&9.into(), None)
            );
        });
    }

    #[test]
    fn names_tiles_in_excess_of_a_full_bag() {
        let excess = |text| {
            with_cgp(text, |cgp, english| {
                excess(cgp, &Rules::standard(english), english)
            })
        };
        assert_eq!(excess("5/1ZzZZ/5 Z??/ZJ"), ["5 Z of 1", "3 ? of 2"]);
        assert!(excess("5/1QuIZ/5 EEE?/KX").is_empty());
    }
}
