//! Word graphs that keep the rules, and word graphs that break one.

use super::*;

fn english() -> Vec<u8> {
    crate::alphabet::load("english").unwrap().encode().unwrap()
}

fn node(tile: u8, ends_word: bool, is_last: bool, child: u32) -> GraphNode {
    GraphNode {
        tile,
        ends_word,
        is_last,
        child,
    }
}

/// The words `AB`, `AD` and `B`: a DAWG alone, whose first node is node 1.
fn dawg() -> Vec<GraphNode> {
    vec![
        node(0, false, true, 1),
        node(1, false, false, 3),
        node(2, true, true, 0),
        node(2, true, false, 0),
        node(4, true, true, 0),
    ]
}

fn bytes(nodes: &[GraphNode], form: Form) -> Vec<u8> {
    nodes.iter().flat_map(|&node| form.encode(node)).collect()
}

/// The message that refuses a file with these nodes.
fn refused(nodes: &[GraphNode]) -> String {
    let section = english();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let read = |form| {
        read(&bytes(nodes, form), form, alphabet)
            .unwrap_err()
            .to_string()
    };
    let [kwg, kbwg] = [Form::Kwg, Form::Kbwg].map(read);
    assert_eq!(kwg, kbwg);
    kwg
}

#[test]
fn reads_files_with_a_dawg_alone() {
    let section = english();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    for form in [Form::Kwg, Form::Kbwg] {
        let bytes = bytes(&dawg(), form);
        assert_eq!(Form::detect(&bytes), Some(form));
        let words = read(&bytes, form, alphabet).unwrap();
        assert!(words.iter().eq([&[1, 2][..], &[1, 4], &[2]]));
    }
    assert_eq!(bytes(&dawg()[..1], Form::Kwg), [1, 0, 0x40, 0]);
    assert_eq!(bytes(&dawg()[..1], Form::Kbwg), [0x40, 1, 0, 0]);
    assert_eq!(Form::detect(b"CARE"), None);
    assert_eq!(Form::detect(&[]), None);
}

/// `A`, `AB`: A in the GADDAG ends a word and has a separator as its child; B has A as its child.
#[test]
fn reads_files_with_a_gaddag_alone() {
    let section = english();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let nodes = [
        node(0, false, true, 0),
        node(0, false, true, 2),
        node(1, true, false, 4),
        node(2, false, true, 5),
        node(0, false, true, 6),
        node(1, true, true, 0),
        node(2, true, true, 0),
    ];
    let words = read(&bytes(&nodes, Form::Kwg), Form::Kwg, alphabet).unwrap();
    assert!(words.iter().eq([&[1][..], &[1, 2]]));

    let mut second = nodes;
    second[6] = node(0, true, true, 0);
    let error = read(&bytes(&second, Form::Kwg), Form::Kwg, alphabet).unwrap_err();
    assert_eq!(
        error.to_string(),
        "offset 24: a second separator in a string (get the file again)"
    );
    assert_eq!(error.offset(), Some(24));
}

#[test]
fn broken_rules_are_reported_with_their_places() {
    let changed = |index: usize, node: GraphNode| {
        let mut nodes = dawg();
        nodes[index] = node;
        refused(&nodes)
    };
    for (index, node, message) in [
        (
            0,
            node(1, false, true, 1),
            "offset 0: not a word graph: invalid first node (give the file the extension of its kind)",
        ),
        (
            0,
            node(0, false, true, 5),
            "offset 0: child 5 where the file has 5 nodes (get the file again)",
        ),
        (
            1,
            node(1, false, false, 99),
            "offset 4: child 99 where the file has 5 nodes (get the file again)",
        ),
        (
            2,
            node(2, true, true, 1),
            "offset 8: cycle: a walk from node 1 returns to it (get the file again)",
        ),
        (
            3,
            node(2, true, false, 3),
            "offset 12: cycle: a walk from node 3 returns to it (get the file again)",
        ),
        (
            4,
            node(4, true, false, 0),
            "offset 16: the last node of the file is not marked as the last sibling (the file was cut off: get it again)",
        ),
        (
            3,
            node(4, true, false, 0),
            "offset 12: sibling tile 4 after tile 4: they must ascend (get the file again)",
        ),
        (
            1,
            node(3, false, false, 3),
            "offset 4: sibling tile 2 after tile 3: they must ascend (get the file again)",
        ),
        (
            3,
            node(0, true, false, 0),
            "offset 12: a separator in a word (get the file again)",
        ),
        (
            4,
            node(27, true, true, 0),
            "offset 16: tile 27 where the alphabet has 26 (name the alphabet of the file by --alphabet)",
        ),
        (
            4,
            node(4, false, true, 0),
            "offset 16: a node without a child and without a word (get the file again)",
        ),
    ] {
        assert_eq!(changed(index, node), message);
    }
    assert_eq!(
        refused(&[node(0, false, true, 0)]),
        "a word graph without words"
    );
    assert_eq!(refused(&[]), "offset 0: no nodes (get the file again)");
}

/// A fault in the GADDAG is found, too, although the DAWG has the words.
#[test]
fn both_automata_are_checked() {
    let nodes = [
        node(0, false, true, 2),
        node(0, false, true, 3),
        node(1, true, true, 0),
        node(1, false, true, 3),
    ];
    assert_eq!(
        refused(&nodes),
        "offset 12: cycle: a walk from node 3 returns to it (get the file again)"
    );
}

/// 2^30 words in 61 nodes, and words of 64 and 100,000 tiles.
#[test]
fn graphs_of_too_many_or_too_long_words_are_refused() {
    let section = english();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let mut nodes = vec![node(0, false, true, 1)];
    for level in 1..=30_u32 {
        let child = if level < 30 { 2 * level + 1 } else { 0 };
        nodes.extend([
            node(1, level == 30, false, child),
            node(2, level == 30, true, child),
        ]);
    }
    let bytes_of_nodes = bytes(&nodes, Form::Kwg);
    let limits = Limits {
        words: 1_000,
        ..Limits::DEFAULT
    };
    let error = read_within(&bytes_of_nodes, Form::Kwg, alphabet, &limits).unwrap_err();
    assert_eq!(
        error.to_string(),
        "offset 236: more than 1,000 words (check what the file is, or raise --max-words)"
    );

    for (len, is_accepted) in [(63, true), (64, false), (100_000, false)] {
        let chain = (1..=len).map(|index| {
            node(
                1,
                index == len,
                true,
                if index < len { index + 1 } else { 0 },
            )
        });
        let nodes: Vec<GraphNode> = std::iter::once(node(0, false, true, 1))
            .chain(chain)
            .collect();
        let result = read(&bytes(&nodes, Form::Kwg), Form::Kwg, alphabet);
        match is_accepted {
            true => assert_eq!(result.unwrap().longest(), 63),
            false => assert_eq!(
                result.unwrap_err().to_string(),
                "offset 256: a word of more than 63 tiles (leave it out of the lexicon)"
            ),
        }
    }
}

#[test]
fn indices_bound_the_nodes() {
    let section = english();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    assert_eq!(
        too_many(1 << 22 | 1, Form::Kwg).unwrap().to_string(),
        "4194305 nodes where indices can name 4194304 (write a .kbwg)"
    );
    assert_eq!(
        too_many(1 << 24 | 1, Form::Kwg).unwrap().to_string(),
        "16777217 nodes where indices can name 4194304 (split the lexicon)"
    );
    assert_eq!(too_many(1 << 22 | 1, Form::Kbwg), None);
    assert_eq!(too_many(1 << 22, Form::Kwg), None);
    let bytes = vec![0; (1 << 24) + 4];
    assert_eq!(
        read(&bytes, Form::Kwg, alphabet).unwrap_err().to_string(),
        "offset 0: 4194305 nodes where indices can name 4194304 (give the file the extension of its kind)"
    );
}

/// `AS`, `BES` and `BS`: the list {S} is the end of the list {E, S}.
#[test]
fn siblings_share_their_ends() {
    let section = english();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let words = WordList::from_words(alphabet, ["AS", "BES", "BS"]).unwrap();
    let compiled = siblings::<1>(&words, 26, false, &mut |_| {}).unwrap();
    // {A, B}; {E, S}, whose S is the child of A and of E.
    assert_eq!(compiled.node_count(), 2 + 2 + 2);
    let nodes: Vec<GraphNode> = compiled.nodes().collect();
    assert_eq!(
        bytes(&nodes, Form::Kwg),
        [
            [2, 0, 0x40, 0],
            [0, 0, 0x40, 0],
            [5, 0, 0, 1],
            [4, 0, 0x40, 2],
            [5, 0, 0, 5],
            [0, 0, 0xC0, 19],
        ]
        .concat()
    );
}
