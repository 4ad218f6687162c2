//! Several games: their players, and the sums of each player, as tables, CSV, JSON and a page with links.

use std::io::{self, Write};

use lexc_compiler::draw::Xml;
use lexc_game::{AnalysisTotals, Mistake};
use serde::Serialize;

use super::page::{write_head, write_headings, write_number};
use super::report::{Player, key, write_totals};
use super::text::{TOTALS, totals_cells};
use crate::command::table::Table;

/// The games of a call, in the order of their files. The fields are those of the JSON object.
#[derive(Default, Serialize)]
pub struct Games {
    games: Vec<Analyzed>,
    players: Vec<Sum>,
}

/// A record: its players, or the reason for which it could not be analyzed.
#[derive(Serialize)]
struct Analyzed {
    game: String,
    #[serde(skip)]
    page: Option<String>,
    error: Option<String>,
    players: Vec<Player>,
}

/// A player over all games, told apart by nicknames.
#[derive(Serialize)]
struct Sum {
    nick: String,
    games: usize,
    total: i32,
    #[serde(flatten, serialize_with = "write_totals")]
    totals: AnalysisTotals,
}

impl Games {
    /// Adds a game. `page`: the name of its page, if it has one.
    pub fn add(&mut self, game: String, players: [Player; 2], page: Option<String>) {
        for player in &players {
            let place = self.players.iter().position(|sum| sum.nick == player.nick);
            let place = place.unwrap_or_else(|| {
                self.players.push(Sum {
                    nick: player.nick.clone(),
                    games: 0,
                    total: 0,
                    totals: AnalysisTotals::default(),
                });
                self.players.len() - 1
            });
            let sum = &mut self.players[place];
            sum.games += 1;
            sum.total += player.total;
            sum.totals += &player.totals;
        }
        self.games.push(Analyzed {
            game,
            page,
            error: None,
            players: players.into(),
        });
    }

    /// Adds a record that could not be analyzed.
    pub fn add_failed(&mut self, game: String, error: String) {
        self.games.push(Analyzed {
            game,
            page: None,
            error: Some(error),
            players: Vec::new(),
        });
    }

    /// Returns `true` if a game has a player with this nickname.
    pub fn has(&self, nick: &str) -> bool {
        self.players.iter().any(|player| player.nick == nick)
    }

    /// The number of records that could not be analyzed.
    pub fn failed(&self) -> usize {
        let failed = self.games.iter().filter(|game| game.error.is_some());
        failed.count()
    }

    /// The players of each game, with the game.
    fn rows(&self) -> impl Iterator<Item = (&Analyzed, &Player)> {
        let games = self.games.iter();
        games.flat_map(|game| game.players.iter().map(move |player| (game, player)))
    }

    /// Writes a table of the players of each game, and one of the sums of each player.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut table = Table::new(["game", "player", "total"].into_iter().chain(TOTALS));
        for (game, player) in self.rows() {
            let cells = [
                game.game.clone(),
                player.nick.clone(),
                player.total.to_string(),
            ];
            table.row(cells.into_iter().chain(totals_cells(&player.totals)));
        }
        table.print(out)?;
        writeln!(out)?;
        let mut table = Table::new(["player", "games", "total"].into_iter().chain(TOTALS));
        for sum in &self.players {
            let cells = [
                sum.nick.clone(),
                sum.games.to_string(),
                sum.total.to_string(),
            ];
            table.row(cells.into_iter().chain(totals_cells(&sum.totals)));
        }
        table.print(out)
    }

    /// Writes a row for each player of each game, and one for each player's sums, which has no game.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let kinds = Mistake::ALL.map(key).join(",");
        writeln!(
            out,
            "game,player,games,total,turns,average_lost,average_win_rate_lost,phonies,{kinds}"
        )?;
        for (game, player) in self.rows() {
            write_row(
                [&game.game, &player.nick],
                1,
                player.total,
                &player.totals,
                out,
            )?;
        }
        for sum in &self.players {
            write_row(["", &sum.nick], sum.games, sum.total, &sum.totals, out)?;
        }
        Ok(())
    }

    /// Writes a page with the sums of each player, the players of each game with a link to its page, and the records that could not
    /// be analyzed, if there are any.
    pub fn write_page(&self, out: &mut dyn Write) -> io::Result<()> {
        let title = format!("{} games", self.games.len() - self.failed());
        write_head(&title, out)?;
        writeln!(out, "</style>\n</head>\n<body>\n<h1>{title}</h1>")?;
        write_headings("player", ["games", "total"].iter().chain(&TOTALS), out)?;
        for sum in &self.players {
            write!(out, "<tr><th scope=\"row\">{}</th>", Xml(&sum.nick))?;
            let cells = [sum.games.to_string(), sum.total.to_string()];
            for cell in cells.into_iter().chain(totals_cells(&sum.totals)) {
                write_number(&cell, out)?;
            }
            writeln!(out, "</tr>")?;
        }
        writeln!(out, "</table></div>\n<h2>Games</h2>")?;
        write_headings("game", ["player", "total"].iter().chain(&TOTALS), out)?;
        for (game, player) in self.rows() {
            let page = game.page.as_deref().unwrap_or_default();
            write!(
                out,
                "<tr><td><a href=\"{}\">{}</a></td>",
                Xml(&escaped(page)),
                Xml(&game.game)
            )?;
            let cells = [player.nick.clone(), player.total.to_string()];
            for cell in cells.into_iter().chain(totals_cells(&player.totals)) {
                write_number(&cell, out)?;
            }
            writeln!(out, "</tr>")?;
        }
        writeln!(out, "</table></div>")?;
        if self.failed() > 0 {
            writeln!(out, "<h2>Not analyzed</h2>\n<ul>")?;
            for game in &self.games {
                if let Some(error) = &game.error {
                    // Most messages start with the file.
                    let place = format!("{}: ", game.game);
                    let reason = error.strip_prefix(&place).unwrap_or(error);
                    writeln!(out, "<li>{}: {}</li>", Xml(&game.game), Xml(reason))?;
                }
            }
            writeln!(out, "</ul>")?;
        }
        writeln!(out, "</body>\n</html>")
    }
}

fn write_row(
    names: [&str; 2],
    games: usize,
    total: i32,
    totals: &AnalysisTotals,
    out: &mut dyn Write,
) -> io::Result<()> {
    let [game, player] = names.map(field);
    let rate = totals.average_win_rate_lost();
    let rate = rate.map_or_else(String::new, |rate| format!("{rate:.4}"));
    let kinds = Mistake::ALL.map(|kind| totals.mistakes(kind).to_string());
    writeln!(
        out,
        "{game},{player},{games},{total},{},{:.3},{rate},{},{}",
        totals.turns(),
        totals.average_lost(),
        totals.phonies(),
        kinds.join(",")
    )
}

/// A text as a field of CSV, in quotation marks if it needs them. A text that spreadsheets could take for a formula gets an
/// apostrophe: <https://owasp.org/www-community/attacks/CSV_Injection>.
fn field(text: &str) -> String {
    let starts = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    let apostrophe = if text.starts_with(starts) { "'" } else { "" };
    match text.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{apostrophe}{}\"", text.replace('"', "\"\"")),
        false => format!("{apostrophe}{text}"),
    }
}

/// The name of a file as a relative link.
fn escaped(name: &str) -> String {
    let mut link = "./".to_owned();
    for byte in name.bytes() {
        match byte {
            b'-' | b'.' | b'_' | b'~' => link.push(byte.into()),
            byte if byte.is_ascii_alphanumeric() => link.push(byte.into()),
            byte => link.push_str(&format!("%{byte:02X}")),
        }
    }
    link
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_csv_are_texts() {
        let cases = [
            (
                "=HYPERLINK(\"http://x\",\"y\")",
                "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\"",
            ),
            ("-1", "'-1"),
            ("\r@x", "\"'\r@x\""),
            ("a=b", "a=b"),
        ];
        for (text, expected) in cases {
            assert_eq!(field(text), expected);
        }
    }
}
