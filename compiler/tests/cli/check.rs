//! `lexc check` of damaged images. `check.md` has the other tests.

use lexc_formats::Image;

use super::common::{Bench, data, stderr, stdout};

/// Samples of the damage that `tests/damage.rs` tries through the library: bits of every section, cuts, additions, and
/// pages that are zeroed or misplaced.
#[test]
fn damage_of_every_kind_is_named_by_the_program() {
    let bench = Bench::new();
    let list = std::fs::read_to_string(data("words/scowl-60.txt")).unwrap();
    let words: Vec<&str> = list.lines().step_by(90).collect();
    bench.write("list", words.join("\n"));
    bench.build(&["list", "-o", "x", "--word-index"]);
    let good = bench.read("x");
    assert!(good.len() >= 65_536, "{}", good.len());
    let refused = |damaged: &[u8], level: &str, named: &str| {
        bench.write("bad", damaged);
        let output = bench.run(&["check", "bad"]);
        assert_eq!(output.status.code(), Some(1), "{named}");
        assert_eq!(stderr(&output), "", "{named}");
        let line = stdout(&output).lines().find(|line| line.contains("failed"));
        let line = line.unwrap_or_default();
        assert!(
            line.starts_with(level) && line.contains(named),
            "{named}: {line}"
        );
    };
    let sections = Image::from_bytes(&good).unwrap().sections().to_vec();
    assert_eq!(sections.len(), 8);
    let with_flipped = |offset: u64| {
        let mut damaged = good.clone();
        damaged[usize::try_from(offset).unwrap()] ^= 0x10;
        damaged
    };
    for (index, section) in sections.iter().enumerate() {
        let (start, len) = (section.offset.get(), section.len.get());
        let named = format!("section {} at offset {start} is damaged", section.name);
        for offset in [start, start + len / 2, start + len - 1] {
            refused(&with_flipped(offset), "checksums", &named);
        }
        let row = 32 + 32 * index as u64;
        refused(
            &with_flipped(row + 8),
            "header",
            "header or section table is damaged",
        );
        let cut = usize::try_from(start + len - 1).unwrap();
        let named = format!("and ends before section {} does", section.name);
        refused(&good[..cut], "header", &named);
    }
    let padding = sections[0].offset.get() + sections[0].len.get();
    let named = format!("padding before section DAWG, offset {padding}: ");
    refused(&with_flipped(padding), "checksums", &named);
    refused(&with_flipped(0), "header", "not a lexc image");
    refused(b"", "header", "image too short for header");
    let longer = [&good[..], b"\n"].concat();
    refused(&longer, "header", "and continues after section ANAG");
    // Pages of the nodes: zeroed, swapped, one in place of another, inserted.
    let page = |index: usize| &good[4096 * index..4096 * (index + 1)];
    let (before, after) = (&good[..4 * 4096], &good[6 * 4096..]);
    let nodes = sections[5].offset.get();
    let nodes = format!("section RECS at offset {nodes} is damaged");
    for pages in [
        [page(4), &[0; 4096]],
        [page(5), page(4)],
        [page(5), page(5)],
    ] {
        let damaged = [before, pages[0], pages[1], after].concat();
        refused(&damaged, "checksums", &nodes);
    }
    let damaged = [before, page(3), page(4), page(5), after].concat();
    refused(&damaged, "header", "and continues after section ANAG");
}
