//! Tests of games played by keys on a screen of 80 columns and 24 rows.

use lexc_compiler::word_list::WordList;
use lexc_compiler::{CompileOptions, compile_sorted};
use lexc_game::{Endgame, Greedy, WithEndgame};
use lexc_runtime::{Bag, Casual, Cgp, Lexicon, Move, NoLeaves, Rack};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::{Color, Modifier};

use std::sync::atomic::AtomicBool;

use super::app::{App, Next};
use super::machine::Machine;
use super::session::Session;
use super::*;
use crate::command::move_fields::MoveFields;
use crate::command::players::Sampling;

const WORDS: [&str; 8] = ["ar", "arc", "car", "care", "cares", "cars", "es", "scare"];

/// Calls a test with a game on this position and a full bag. The person is on turn.
fn with_app(cgp: &str, challenge: ChallengeRule, test: impl FnOnce(&mut App<'_, '_>)) {
    with_bag(cgp, None, challenge, test);
}

/// Calls a test with a game on this position and these tiles in the bag; `None` for a full bag.
fn with_bag(
    cgp: &str,
    bag: Option<&str>,
    challenge: ChallengeRule,
    test: impl FnOnce(&mut App<'_, '_>),
) {
    let alphabet = lexc_compiler::alphabet::load("english")
        .unwrap()
        .encode()
        .unwrap();
    let alphabet = Alphabet::from_bytes(&alphabet).unwrap();
    let words = WordList::from_words(alphabet, WORDS).unwrap();
    let image = compile_sorted(words.iter(), alphabet, &CompileOptions::default()).unwrap();
    let lexicon = Lexicon::from_bytes(&image.image).unwrap();
    let alphabet = lexicon.alphabet();
    let cgp = Cgp::parse(cgp, alphabet).unwrap();
    let rules = match cgp.board().dimensions().rows() {
        21 => Rules::super_board(alphabet),
        _ => Rules::standard(alphabet),
    };
    let rules = rules.with_challenge(challenge);
    let bag = match bag {
        Some(tiles) => {
            let mut bag = Bag::EMPTY;
            let tiles = Rack::parse(tiles, alphabet).unwrap();
            assert!(tiles.into_iter().all(|tile| bag.add(tile)));
            bag
        }
        None => Bag::full(alphabet),
    };
    let game = Game::from_cgp(&rules, &cgp, bag).unwrap();
    let machine = Machine {
        lexicon: &lexicon,
        words: &lexicon,
        strength: Strength::Score,
        time_limit: None,
        adviser: &WithEndgame::new(Greedy::new(), Endgame::new(&lexicon)),
        leaves: &NoLeaves,
    };
    let names = ["you", MACHINE].map(str::to_owned);
    let mut session = Session::new(machine, game, (Seat::First, names), 1);
    test(&mut App::new(&mut session));
}

/// A position with an empty board and this rack of the person. The machine has the tiles EEEEEEE.
fn empty(rows: usize, rack: &str) -> String {
    let row = rows.to_string();
    format!("{} {rack}/EEEEEEE 0/0 0", vec![row; rows].join("/"))
}

/// Presses the key of each character. Line end, tab and the signs ←, ↑, ⌫ and ⎋ stand for the keys without a character.
fn press(app: &mut App<'_, '_>, keys: &str) -> Next {
    let mut next = Next::Continue;
    for key in keys.chars() {
        let code = match key {
            '\n' => KeyCode::Enter,
            '\t' => KeyCode::Tab,
            '←' => KeyCode::Left,
            '↑' => KeyCode::Up,
            '⌫' => KeyCode::Backspace,
            '⎋' => KeyCode::Esc,
            key => KeyCode::Char(key),
        };
        next = app.press(KeyEvent::new(code, KeyModifiers::NONE));
    }
    next
}

fn press_control(app: &mut App<'_, '_>, key: char) -> Next {
    app.press(KeyEvent::new(KeyCode::Char(key), KeyModifiers::CONTROL))
}

fn screen(app: &App<'_, '_>, width: u16, in_color: bool) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, 24)).unwrap();
    let draw = |frame: &mut ratatui::Frame<'_>| {
        screen::draw(app, in_color, frame.area(), frame.buffer_mut());
    };
    terminal.draw(draw).unwrap().buffer.clone()
}

fn text(buffer: &Buffer) -> Vec<String> {
    let rows = buffer.content().chunks(buffer.area.width.into());
    rows.map(|row| row.iter().map(|cell| cell.symbol()).collect())
        .collect()
}

/// Presses Tab, and waits for the hint.
fn hint(app: &mut App<'_, '_>) -> String {
    press(app, "\t");
    let count = app.wanted_hints.unwrap();
    let machine = app.session.machine();
    let hints = machine.hints(app.session.game(), count, &AtomicBool::new(false));
    app.show_answer(hints);
    app.message.clone()
}

/// The turns so far as lines.
fn turns(app: &App<'_, '_>) -> Vec<String> {
    let turns = app.session.game().turns();
    turns
        .iter()
        .map(|turn| app.session.turn_text(turn))
        .collect()
}

#[test]
fn letters_place_tiles_and_enter_plays_them() {
    with_app(&empty(15, "ACERSTV"), ChallengeRule::Void, |app| {
        press(app, "cax");
        assert_eq!(app.message, "The rack has no X left, and no blank.");
        press(app, "⌫ar");
        let rows = text(&screen(app, 80, true));
        assert!(rows[8].contains("C  A  R  ·>"), "{}", rows[8]);
        assert!(
            rows.iter()
                .any(|row| row.trim_end().ends_with("  8H CAR +10")),
            "{rows:#?}"
        );
        press(app, "\n");
        assert_eq!(turns(app), ["you: 8H CAR +10"]);
        assert!(app.entry.is_empty() && app.session.is_machine_on_turn());
        press(app, "/pass\n");
        assert_eq!(app.message, "Wait for the machine's move.");
    });
}

#[test]
fn plays_go_over_the_tiles_on_the_board() {
    let cgp = "15/15/15/15/15/15/15/8AR5/15/15/15/15/15/15/15 CES/EEEEEEE 0/0 0";
    with_app(cgp, ChallengeRule::Void, |app| {
        // C goes to the left of AR, E to the right.
        press(app, "ce");
        let play = app.entry.play(&app.session.game().position());
        assert_eq!(play.map(|play| play.score()), Some(12));
        press(app, "s⎋");
        assert!(app.entry.is_empty());
        // S alone makes SAR across; down, it would make no word.
        press(app, "s\n");
        assert_eq!(app.message, "SAR on 8H is not in the lexicon");
        press(app, "⎋/8H CARES\n");
        assert_eq!(turns(app), ["you: 8H CARES +16"]);
    });
}

#[test]
fn a_blank_stands_for_a_missing_letter_or_is_taken_by_its_number() {
    with_app(&empty(15, "AC?"), ChallengeRule::Void, |app| {
        press(app, "car\n");
        assert_eq!(turns(app), ["you: 8H CAr +8"]);
    });
    with_app(&empty(15, "ACR?"), ChallengeRule::Void, |app| {
        press(app, "ca4r\n");
        assert_eq!(turns(app), ["you: 8H CAr +8"]);
    });
    // The number of a blank holds only for the turn in which it was typed.
    with_app(&empty(15, "ACR?"), ChallengeRule::Void, |app| {
        press(app, "4/pass\n");
        app.make_for_machine(&Move::Pass);
        press(app, "car\n");
        assert_eq!(turns(app).last().unwrap(), "you: 8H CAR +10");
    });
}

#[test]
fn lower_case_orders_take_letters_of_the_rack_before_blanks() {
    for (rack, order, turn) in [
        ("ACERSTV", "8h care", "you: 8H CARE +12"),
        ("ACER?", "8h care", "you: 8H CARE +12"),
        ("ACER?", "8H CARe", "you: 8H CARe +10"),
        ("ACR?", "8h care", "you: 8H CARe +10"),
    ] {
        with_app(&empty(15, rack), ChallengeRule::Void, |app| {
            press(app, &format!("/{order}\n"));
            assert_eq!(turns(app), [turn], "{order} with {rack}: {}", app.message);
        });
    }
    with_app(&empty(15, "ACERSTV"), ChallengeRule::Void, |app| {
        press(app, "/exchange vt\n");
        assert_eq!(turns(app), ["you: exchange TV"]);
    });
    with_app(&empty(15, "ACR?"), ChallengeRule::Void, |app| {
        press(app, "/8H CARE\n");
        let remedy = "the rack has no E left for 8K (for a blank, write its letter in lower case)";
        assert_eq!(app.message, remedy);
    });
}

#[test]
fn phonies_are_refused_or_challenged_by_the_rule() {
    let refused = "RAC on 8H is not in the lexicon";
    with_app(&empty(15, "ACR"), ChallengeRule::Void, |app| {
        press(app, "rac\n");
        assert_eq!((app.message.as_str(), turns(app).len()), (refused, 0));
    });
    with_app(&empty(15, "ACR"), ChallengeRule::Double, |app| {
        press(app, "rac\n");
        assert_eq!(turns(app), ["you: 8H RAC +10", "you: withdrawn -10"]);
        assert!(app.message.contains("RAC is not a word"), "{}", app.message);
        assert!(app.session.is_machine_on_turn() && app.session.game().board().is_empty());
    });
}

#[test]
fn undo_takes_both_latest_moves_back_and_does_not_change_the_draw() {
    with_app(&empty(15, "ACERSTV"), ChallengeRule::Void, |app| {
        let play = |app: &mut App<'_, '_>| {
            press(app, "/8H care\n");
            press(app, "/8H CARE\n");
            let machine = app.session.machine();
            app.make_for_machine(&machine.choose(app.session.game(), None));
            (turns(app), app.session.rack())
        };
        let first = play(app);
        assert_eq!(first.0.len(), 2);
        press_control(app, 'z');
        assert_eq!(turns(app).len(), 0);
        assert_eq!(play(app), first);
        press_control(app, 'z');
        press_control(app, 'z');
        assert_eq!(app.message, "there is no turn of yours to take back");
    });
}

#[test]
fn closing_an_unsaved_game_takes_a_second_key() {
    with_app(&empty(15, "ACERSTV"), ChallengeRule::Void, |app| {
        assert_eq!(press_control(app, 'c'), Next::Quit);
        press(app, "/pass\n");
        assert_eq!(press(app, "/quit\n"), Next::Continue);
        assert!(app.message.starts_with("The game is not saved"));
        assert_eq!(press_control(app, 'c'), Next::Quit);
    });
    with_app(&empty(15, "ACERSTV"), ChallengeRule::Void, |app| {
        let dir = tempfile::tempdir().unwrap();
        let record = dir.path().join("game.gcg");
        app.session.start_record(&record).unwrap();
        drop(dir);
        press(app, "/pass\n");
        assert_eq!(press_control(app, 'c'), Next::Continue);
    });
}

#[test]
fn both_preset_boards_fit_the_screen_and_colours_are_a_choice() {
    for (rows, last) in [(15, "15"), (21, "21")] {
        with_app(&empty(rows, "ACERST?"), ChallengeRule::Void, |app| {
            hint(app);
            let shown = screen(app, 80, false);
            let rows = text(&shown).join("\n");
            for part in [last, "you: 0", "A C E R S T ?", "1 2 3 4 5 6 7", "CARES"] {
                assert!(rows.contains(part), "{part}\n{rows}");
            }
            let is_plain =
                |cell: &ratatui::buffer::Cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset);
            assert!(shown.content().iter().all(is_plain));
            assert!(!screen(app, 80, true).content().iter().all(is_plain));
            let rows = text(&screen(app, 79, true));
            assert_eq!(rows[0].trim(), "Enlarge the window to 80 x 24.");
            press(app, "?");
            let rows = text(&screen(app, 80, true)).join("\n");
            assert!(
                rows.contains("Backspace") && rows.contains("save FILE"),
                "{rows}"
            );
            press(app, "x");
            assert!(app.entry.is_empty() && !app.is_help_shown);
        });
    }
}

/// The lines of a hint for a machine of this strength.
fn hints_of(
    app: &App<'_, '_>,
    strength: Strength<'_>,
    leaves: Option<&(dyn Leaves + Sync)>,
) -> Vec<String> {
    let lexicon = app.session.machine().lexicon;
    let adviser = adviser(lexicon, strength, leaves);
    let machine = Machine {
        lexicon,
        words: lexicon,
        strength,
        time_limit: None,
        adviser: &*adviser,
        leaves: &NoLeaves,
    };
    let game = app.session.game();
    let hints = machine.hints(game, 3, &AtomicBool::new(false));
    let lines: Vec<String> = hints.lines().map(str::to_owned).collect();
    // The machine decides as hints do, except where it is casual, and with a few tiles in the bag below level 11.
    if lines[0].starts_with("Simulated") || lines[0].starts_with("Solved") {
        let best = MoveFields::new(
            &machine.choose(game, None),
            None,
            &game.position(),
            lexicon.alphabet(),
        );
        assert!(lines[1].starts_with(best.play()), "{lines:?}");
    }
    lines
}

#[test]
fn hints_rank_moves_as_the_machine_does_and_solve_the_last_moves_at_each_level() {
    const AR: &str = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/EEEEEEE 0/0 0";
    let leaves = |leave: &Rack| -1_000 * i32::try_from(leave.len()).unwrap();
    let leaves: &(dyn Leaves + Sync) = &leaves;
    let simulation = Strength::Simulation {
        leaves,
        sampling: Sampling {
            samples: Some(32),
            ..Sampling::default()
        },
    };
    let score = Strength::Casual(Casual::new(0));
    for (bag, strength, leaves, heading) in [
        (None, score, None, "By score: score, leave"),
        (None, score, Some(leaves), "By equity: score, leave, equity"),
        (
            None,
            simulation,
            Some(leaves),
            "Simulated, 32 samples: score, leave, mean equity, wins",
        ),
        (
            Some("AB"),
            score,
            None,
            "By wins over every order of the bag: score, leave, wins, mean gain",
        ),
        (
            Some("A"),
            simulation,
            Some(leaves),
            "By wins over every order of the bag: score, leave, wins, mean gain",
        ),
        (
            Some(""),
            Strength::Score,
            None,
            "Solved: score, leave, gain to the end",
        ),
        (
            Some(""),
            simulation,
            Some(leaves),
            "Solved: score, leave, gain to the end",
        ),
    ] {
        with_bag(AR, bag, ChallengeRule::Void, |app| {
            let lines = hints_of(app, strength, leaves);
            assert_eq!(lines[0], heading);
            assert!((2..=4).contains(&lines.len()), "{lines:?}");
        });
    }
    // SCARE, the best play by static values, plays out; CARE keeps the S for a second play.
    with_bag(AR, Some(""), ChallengeRule::Void, |app| {
        let lines = hints_of(app, Strength::Score, None);
        assert_eq!(lines[1], "8E CARE +12 S +34");
        assert!(
            lines[2..].contains(&"8D SCARE +16 - +30".to_owned()),
            "{lines:?}"
        );
    });
}

#[test]
fn a_game_under_way_is_not_analyzed() {
    with_app(&empty(15, "ACRV"), ChallengeRule::Void, |app| {
        press_control(app, 'a');
        assert_eq!(app.message, "the game is not over (analyze it then)");
        assert!(app.wanted_page.is_none());
    });
}

#[test]
fn hints_show_the_leave_and_one_line_for_each_idea() {
    with_app(&empty(15, "ACRV"), ChallengeRule::Void, |app| {
        let lines = hint(app);
        let lines: Vec<&str> = lines.lines().collect();
        assert_eq!(
            lines,
            [
                "By score: score, leave",
                "8F ARC +10 V (also 8G, 8H)",
                "8F CAR +10 V (also 8G, 8H)",
                "8G AR +4 CV (also 8H)",
            ]
        );
        press(app, "/hint 1\n");
        assert_eq!(app.wanted_hints, Some(1));
        press(app, "/hint 0\n");
        assert!(app.message.contains("such as hint 10"), "{}", app.message);
        // Any key ends the wait for a hint.
        press(app, "\t");
        assert!(
            text(&screen(app, 80, true))
                .join("\n")
                .contains("looking for the best moves")
        );
        press(app, "c");
        assert_eq!((app.wanted_hints, app.entry.is_empty()), (None, false));
    });
}

/// Calls a test with a game in which each player has a minute, and 30 seconds of overtime.
fn with_clocks(cgp: &str, bag: Option<&str>, test: impl FnOnce(&mut App<'_, '_>)) {
    with_bag(cgp, bag, ChallengeRule::Void, |app| {
        let clock = Clock::new(Duration::from_secs(60), Duration::from_secs(30));
        app.session.set_clocks(Some([clock; 2]));
        test(app);
    });
}

#[test]
fn the_clock_of_the_player_on_turn_runs_and_is_red_in_overtime() {
    with_clocks(&empty(15, "ACERSTV"), None, |app| {
        app.spend(Duration::from_millis(59_001));
        press(app, "/pass\n");
        app.spend(Duration::from_secs(61));
        let shown = screen(app, 80, true);
        let rows = text(&shown);
        assert!(rows[0].trim_end().ends_with("    0:01 you: 0"), "{rows:#?}");
        assert!(
            rows[1].trim_end().ends_with("  > -0:01 lexc: 0"),
            "{rows:#?}"
        );
        let red = |x: u16, y: u16| shown[(x, y)].fg == Color::Red;
        assert!(red(52, 1) && red(56, 1) && !red(57, 1) && !red(52, 0));
        let is_marked = |cell: &ratatui::buffer::Cell| cell.modifier.contains(Modifier::REVERSED);
        assert!(is_marked(&screen(app, 80, false)[(52, 1)]));
        // Undo gives no time back.
        app.make_for_machine(&Move::Pass);
        press_control(app, 'z');
        let left = app
            .session
            .clocks()
            .unwrap()
            .map(|clock| clock.seconds_left());
        assert_eq!(left, [1, -1]);
    });
}

#[test]
fn overtime_costs_points_at_the_end_once() {
    let cgp = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/E 0/0 0";
    with_clocks(cgp, Some(""), |app| {
        app.spend(Duration::from_secs(61));
        press(app, "/8D SCARE\n");
        assert_eq!(turns(app), ["you: 8D SCARE +16", "you: overtime -10"]);
        assert!(
            app.message
                .contains("\nyou: overtime -10\nThe game is over: you 8, lexc 0"),
            "{}",
            app.message
        );
        assert!(!app.session.is_clock_running());
        app.spend(Duration::from_secs(600));
        press_control(app, 'z');
        assert_eq!(turns(app).len(), 0);
        press(app, "/8D SCARE\n");
        assert_eq!(turns(app), ["you: 8D SCARE +16", "you: overtime -10"]);
    });
}

#[test]
fn a_player_with_too_much_overtime_loses_the_game() {
    with_clocks(&empty(15, "ACERSTV"), None, |app| {
        app.spend(Duration::from_secs(90));
        assert!(app.session.result().is_none());
        app.spend(Duration::from_millis(1));
        let result = "The game is over: you -10, lexc 0, spread -10. Lost on time: you.";
        assert_eq!(
            app.message,
            format!("you: out of time\nyou: overtime -10\n{result}")
        );
        for order in ["/pass\n", "/undo\n", "\t", "/challenge\n"] {
            press(app, order);
            assert!(
                app.message
                    .starts_with("the game is over: it was lost on time"),
                "{}",
                app.message
            );
        }
        assert_eq!(turns(app).len(), 1);
    });
}

#[test]
fn the_machine_moves_at_once_if_its_time_is_over() {
    with_clocks(&empty(15, "ACERSTV"), None, |app| {
        press(app, "/pass\n");
        let leaves = |leave: &Rack| -1_000 * i32::try_from(leave.len()).unwrap();
        let machine = Machine {
            strength: Strength::Simulation {
                leaves: &leaves,
                sampling: Sampling::default(),
            },
            ..app.session.machine()
        };
        let action = machine.choose(app.session.game(), Some(Duration::ZERO));
        app.make_for_machine(&action);
        assert_eq!(turns(app).len(), 2);
    });
}
