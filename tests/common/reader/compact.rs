//! Compact nodes: decodes them to plain data, and checks one rule of the section `COMP` after the other.

use std::collections::BTreeMap;

/// The section `COMP` and the roots in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compact {
    /// The number of tiles of the alphabet.
    pub tile_count: usize,
    /// The section.
    pub section: Vec<u8>,
    /// The place of the DAWG's root, if there is one.
    pub dawg: Option<u32>,
    /// The place of the GADDAG's root, if there is one.
    pub gaddag: Option<u32>,
}

/// The first broken rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Broken {
    /// The section is longer or shorter than its fields say.
    Length,
    /// The field *end* is out of range.
    End,
    /// A rule, by its number in `FORMAT.md`.
    Rule(u8),
    /// A root is not the place of a node, or has a separator edge.
    Root,
}

/// A decoded node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompactNode {
    /// The letter set; bit *c* is the tile *c*.
    pub set: u64,
    /// The place of the target of each edge, by label.
    pub edges: BTreeMap<u8, usize>,
}

/// The kind of a reference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum To {
    PrecedingNode,
    /// A byte; the index in the hot table is this number plus the byte.
    Hot(usize),
    /// A distance in this number of bytes.
    Distance(usize),
    /// A place in this number of bytes.
    Place(usize),
}

/// A node's bytes, split but not yet checked.
struct Form {
    first_byte: usize,
    set_number: Option<usize>,
    label_bytes: Vec<u8>,
    /// For each edge, the offset of its reference's last byte, and the bytes of the reference, the last byte first.
    references: Vec<(usize, Vec<u8>)>,
}

/// The section, divided into its tables.
struct Layout {
    /// The places in the hot table.
    hot: Vec<usize>,
    /// The offset of the first node.
    start: usize,
    /// The offset after the last node.
    end: usize,
    sets: Vec<Vec<u8>>,
    page_heads: Vec<u8>,
}

impl Compact {
    /// Decodes the nodes, and checks them and the roots. The keys are the nodes' places.
    ///
    /// # Errors
    ///
    /// The first broken rule.
    pub fn nodes(&self) -> Result<BTreeMap<usize, CompactNode>, Broken> {
        let broken = |rule| Err(Broken::Rule(rule));
        let layout = self.layout()?;

        // 1: letter sets.
        let sets: Vec<u64> = layout.sets.iter().map(|set| number(set)).collect();
        let is_tile = |bit: usize| (1..=self.tile_count).contains(&bit);
        let has_others = |set: u64| (0..64).any(|bit| set >> bit & 1 != 0 && !is_tile(bit));
        if sets.iter().any(|&set| set == 0 || has_others(set)) {
            return broken(1);
        }

        // 2: nodes without gaps, and the page heads.
        let forms = self.forms(&layout).ok_or(Broken::Rule(2))?;
        let is_label = |place: usize, label: usize| {
            let is_separator = label == 0 && self.has_separators(place);
            is_separator || is_tile(label)
        };
        if layout.page_heads != right_page_heads(&forms, layout.end) {
            return broken(2);
        }

        // 3: the hot table names nodes.
        if !layout.hot.iter().all(|place| forms.contains_key(place)) {
            return broken(3);
        }

        // 4: edges.
        let mut nodes = BTreeMap::new();
        for (&place, form) in &forms {
            let mut edges = BTreeMap::new();
            let mut last = None;
            for (byte, (offset, reference)) in form.label_bytes.iter().zip(&form.references) {
                let label = byte % self.label_count();
                if !is_label(place, label.into()) || Some(label) <= last {
                    return broken(4);
                }
                last = Some(label);
                let value = reference
                    .iter()
                    .fold(0, |so_far, &byte| 256 * so_far + usize::from(byte));
                let target = match self.class(*byte) {
                    To::PrecedingNode => form.first_byte.checked_sub(1),
                    To::Hot(more) => layout.hot.get(value + more).copied(),
                    To::Distance(_) => offset.checked_sub(value),
                    To::Place(_) => Some(value),
                };
                match target.filter(|at| *at < form.first_byte && forms.contains_key(at)) {
                    Some(target) => edges.insert(label, target),
                    None => return broken(4),
                };
            }
            let set = form.set_number.map_or(0, |number| sets[number]);
            nodes.insert(place, CompactNode { set, edges });
        }

        let has_separator = |node: &CompactNode| node.edges.contains_key(&0);
        for root in self.dawg.into_iter().chain(self.gaddag) {
            let node = nodes.get(&usize::try_from(root).expect("32 bits"));
            if node.is_none_or(has_separator) {
                return Err(Broken::Root);
            }
        }
        Ok(nodes)
    }

    /// Returns `true` if the node at this place may have a separator edge: if its place is above the DAWG's root, or
    /// the image has no DAWG.
    fn has_separators(&self, place: usize) -> bool {
        let is_behind = |root| place > usize::try_from(root).expect("32 bits");
        self.dawg.is_none_or(is_behind)
    }

    /// The right page heads of the nodes. Reads from the last node down, and stops before a malformed node. `None` if
    /// the length of the section or the field *end* is wrong.
    pub fn page_heads(&self) -> Option<Vec<u8>> {
        let layout = self.layout().ok()?;
        let mut forms = BTreeMap::new();
        self.add_forms(&layout, &mut forms);
        Some(right_page_heads(&forms, layout.end))
    }

    /// The places of the nodes, in descending order. Reads from the last node down, and stops before a malformed node.
    /// Empty if the length of the section or the field *end* is wrong.
    pub fn places(&self) -> Vec<u32> {
        let mut forms = BTreeMap::new();
        if let Ok(layout) = self.layout() {
            self.add_forms(&layout, &mut forms);
        }
        let highest_first = forms.into_keys().rev();
        highest_first
            .map(|place| u32::try_from(place).expect("24 bits"))
            .collect()
    }

    /// All strings below a place, in order, and the number of edges followed.
    pub fn strings(nodes: &BTreeMap<usize, CompactNode>, root: usize) -> (Vec<Vec<u32>>, u64) {
        let mut found = (Vec::new(), 0);
        strings_from(nodes, root, &mut Vec::new(), &mut found);
        found
    }

    /// The counts of the section `NUMB`, one for each byte up to the DAWG's root; `None` without a DAWG. The nodes must
    /// keep all rules.
    pub fn counts(&self, nodes: &BTreeMap<usize, CompactNode>) -> Option<Vec<u64>> {
        let root = usize::try_from(self.dawg?).expect("32 bits");
        let mut counts = vec![0; root + 1];
        let mut forms = BTreeMap::new();
        if let Ok(layout) = self.layout() {
            self.add_forms(&layout, &mut forms);
        }
        for (&place, form) in forms.range(..=root) {
            let mut so_far = 0;
            let references: usize = form.references.iter().map(|(_, bytes)| bytes.len()).sum();
            let mut label_place = form.first_byte + references + form.label_bytes.len();
            // The label byte of the lowest label has the highest offset.
            for target in nodes[&place].edges.values() {
                label_place -= 1;
                counts[label_place] = so_far;
                so_far += u64::from(nodes[target].set.count_ones()) + counts[*target];
            }
            counts[place] = so_far;
        }
        Some(counts)
    }

    fn layout(&self) -> Result<Layout, Broken> {
        let mut bytes = self.section.iter().copied();
        let mut take = |count: usize| -> Result<Vec<u8>, Broken> {
            let taken: Vec<u8> = bytes.by_ref().take(count).collect();
            let is_whole = taken.len() == count;
            is_whole.then_some(taken).ok_or(Broken::Length)
        };
        let small = |bytes: Vec<u8>| usize::try_from(number(&bytes)).expect("up to 4 bytes");
        let end = small(take(4)?);
        let set_count = small(take(2)?);
        let hot_count = small(take(2)?);
        let start = 8 + 3 * hot_count;
        if end > 1 << 24 || end < start {
            return Err(Broken::End);
        }
        let mut hot = Vec::new();
        for _ in 0..hot_count {
            hot.push(small(take(3)?));
        }
        take(end - start)?;
        let mut sets = Vec::new();
        for _ in 0..set_count {
            sets.push(take(self.tile_count / 8 + 1)?);
        }
        let page_heads = take(end.div_ceil(128))?;
        if take(1).is_ok() {
            return Err(Broken::Length);
        }
        Ok(Layout {
            hot,
            start,
            end,
            sets,
            page_heads,
        })
    }

    /// Splits the nodes without checking references; `None` if one is malformed.
    fn forms(&self, layout: &Layout) -> Option<BTreeMap<usize, Form>> {
        let mut forms = BTreeMap::new();
        self.add_forms(layout, &mut forms).then_some(forms)
    }

    /// Splits the nodes from the last one down, and stops at a malformed one. Returns `true` if all are well formed.
    fn add_forms(&self, layout: &Layout, forms: &mut BTreeMap<usize, Form>) -> bool {
        let mut above = layout.end;
        while above > layout.start {
            let place = above - 1;
            // The bytes from the node's head down.
            let bytes = self.section[layout.start..above].iter().rev().copied();
            let Some(form) = self.form(place, bytes) else {
                return false;
            };
            let set_is_there = form
                .set_number
                .is_none_or(|number| number < layout.sets.len());
            let is_empty = form.set_number.is_none() && form.label_bytes.is_empty();
            let most = self.tile_count + usize::from(self.has_separators(place));
            if form.label_bytes.len() > most || !set_is_there || is_empty {
                return false;
            }
            above = form.first_byte;
            forms.insert(place, form);
        }
        true
    }

    fn form(&self, place: usize, mut bytes: impl Iterator<Item = u8>) -> Option<Form> {
        let mut used = 0;
        let mut take = || {
            used += 1;
            bytes.next()
        };
        let head = take()?;
        let mut set_number = None;
        let mut label_bytes = Vec::new();
        if head < 0x80 {
            label_bytes.push(head);
        } else {
            set_number = match head & 0x0f {
                0 => None,
                0x0f => {
                    let first = usize::from(take()?);
                    let rest = match first {
                        ..0xc0 => first,
                        _ => 0xc0 + (first - 0xc0) * 256 + usize::from(take()?),
                    };
                    Some(14 + rest)
                }
                low => Some(usize::from(low) - 1),
            };
            let count = match head & 0x70 {
                0 => take()?,
                bits => bits >> 4,
            };
            for _ in 0..count {
                label_bytes.push(take()?);
            }
        }
        let mut references = Vec::new();
        for &byte in &label_bytes {
            let size = match self.class(byte) {
                To::PrecedingNode => 0,
                To::Hot(_) => 1,
                To::Distance(size) | To::Place(size) => size,
            };
            references.push(size);
        }
        let mut with_bytes = Vec::new();
        for size in references {
            let mut reference = Vec::new();
            for _ in 0..size {
                reference.push(take()?);
            }
            with_bytes.push((size, reference));
        }
        // The first edge's reference has the highest offset.
        let first_byte = place + 1 - used;
        let mut left: usize = with_bytes.iter().map(|(size, _)| size).sum();
        let mut references = Vec::new();
        for (size, reference) in with_bytes {
            references.push(((first_byte + left).saturating_sub(1), reference));
            left -= size;
        }
        Some(Form {
            first_byte,
            set_number,
            label_bytes,
            references,
        })
    }

    /// The number of labels in each class of label bytes: a label byte is `class * label_count + label`.
    fn label_count(&self) -> u8 {
        u8::try_from(self.tile_count + 1).expect("63").max(29)
    }

    fn class(&self, label_byte: u8) -> To {
        match label_byte / self.label_count() {
            0 => To::PrecedingNode,
            1 => To::Hot(0),
            2 => To::Distance(2),
            3 => To::Place(3),
            4 => To::Distance(1),
            5 => To::Hot(256),
            6 => To::Hot(512),
            7 => To::Hot(768),
            _ => To::Place(2),
        }
    }
}

fn right_page_heads(forms: &BTreeMap<usize, Form>, end: usize) -> Vec<u8> {
    let mut page_heads = vec![0xff; end.div_ceil(128)];
    // Places ascend, so the last head of a page remains.
    for place in forms.keys() {
        page_heads[place / 128] = u8::try_from(place % 128).expect("below 128");
    }
    page_heads
}

/// The little-endian integer of these bytes.
fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |so_far, &byte| 256 * so_far + u64::from(byte))
}

fn strings_from(
    nodes: &BTreeMap<usize, CompactNode>,
    place: usize,
    path: &mut Vec<u32>,
    found: &mut (Vec<Vec<u32>>, u64),
) {
    let node = &nodes[&place];
    for label in 0..64 {
        path.push(label.into());
        if node.set >> label & 1 != 0 {
            found.0.push(path.clone());
        }
        if let Some(&child) = node.edges.get(&label) {
            found.1 += 1;
            strings_from(nodes, child, path, found);
        }
        path.pop();
    }
}
