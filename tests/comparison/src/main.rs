//! Does the same damage to the images of three libraries that load automata: see `run` beside this crate.
//!
//! Each library's image of the same words is damaged in every way of [`Kind`], one case at a time. Opening the damaged
//! image and reading its words gives the [`Outcome`]. Since a library may crash, hang or exhaust memory, worker
//! processes run the cases: if a worker dies or has no result for [`PATIENCE`], a new worker starts with the next case.

mod damage;
mod subject;

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use damage::Kind;
use subject::{Outcome, Subject};

/// Each image has every `WORD_STEP`th word of the list. The image of lexc then has about 55 KiB.
const WORD_STEP: usize = 113;

/// Time after which a worker without a result is killed.
const PATIENCE: Duration = Duration::from_secs(20);

/// Path of the list of words.
const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/words/scowl-60.txt");

/// The number of cases of each outcome.
#[derive(Clone, Copy, Default)]
struct Outcomes {
    refused: usize,
    unverified: usize,
    wrong_words: usize,
    same_words: usize,
    panicked: usize,
    /// The process died or hung.
    crashed: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let list = std::fs::read_to_string(LIST)?;
    let words: Vec<String> = list.lines().step_by(WORD_STEP).map(str::to_owned).collect();
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [subject, kind, start] = &args[..] {
        let (subject, kind) = (
            Subject::ALL[subject.parse::<usize>()?],
            Kind::ALL[kind.parse::<usize>()?],
        );
        return work(subject, kind, start.parse()?, &words);
    }
    for subject in Subject::ALL {
        let whole = subject.outcome(&subject.image(&words), &words);
        assert_eq!(whole, Outcome::SameWords, "{subject:?}: before any damage");
    }
    print(&words, &all(&words)?);
    Ok(())
}

/// The worker process: runs the cases from `start` to the last, and writes one byte for each case, without delay.
fn work(
    subject: Subject,
    kind: Kind,
    start: usize,
    words: &[String],
) -> Result<(), Box<dyn Error>> {
    // Panics are counted, not printed.
    std::panic::set_hook(Box::new(|_| {}));
    let image = subject.image(words);
    let mut out = std::io::stdout().lock();
    for case in start..kind.cases(image.len()) {
        let letter = match kind.apply(&image, case) {
            None => b'-',
            Some(damaged) => match subject.outcome(&damaged, words) {
                Outcome::Refused => b'r',
                Outcome::Unverified => b'v',
                Outcome::WrongWords => b'w',
                Outcome::SameWords => b's',
                Outcome::Panicked => b'p',
            },
        };
        out.write_all(&[letter])?;
        out.flush()?;
    }
    Ok(())
}

/// Runs all cases of all subjects, with one worker at a time for each processor. The keys are indices of subject and
/// kind.
fn all(words: &[String]) -> Result<BTreeMap<(usize, usize), Outcomes>, Box<dyn Error>> {
    let subjects = 0..Subject::ALL.len();
    // The last subject has the largest image and takes longest, so its tasks come first.
    let tasks = subjects
        .rev()
        .flat_map(|subject| (0..Kind::ALL.len()).map(move |kind| (subject, kind)));
    let tasks = Mutex::new(tasks);
    let all_outcomes = Mutex::new(BTreeMap::new());
    let threads = thread::available_parallelism()?.get();
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let task = tasks.lock().expect("no thread panics").next();
                    let Some((subject, kind)) = task else { break };
                    let len = Subject::ALL[subject].image(words).len();
                    let outcomes = supervise(subject, kind, Kind::ALL[kind].cases(len));
                    let outcomes = outcomes.expect("the system starts workers");
                    let (subject_name, kind_name) = (Subject::ALL[subject], Kind::ALL[kind]);
                    eprintln!("{subject_name:?}, {kind_name:?}: {:?}", outcomes.columns());
                    all_outcomes
                        .lock()
                        .expect("no thread panics")
                        .insert((subject, kind), outcomes);
                }
            });
        }
    });
    Ok(all_outcomes.into_inner()?)
}

/// Runs all cases of a subject and a kind, one worker after the other.
fn supervise(subject: usize, kind: usize, cases: usize) -> std::io::Result<Outcomes> {
    let mut outcomes = Outcomes::default();
    let mut case = 0;
    while case < cases {
        let mut worker = Command::new(std::env::current_exe()?)
            .args([subject, kind, case].map(|number| number.to_string()))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut output = worker.stdout.take().expect("it is piped");
        let (sender, receiver) = channel();
        let reader = thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(len @ 1..) = output.read(&mut buffer) {
                if sender.send(buffer[..len].to_vec()).is_err() {
                    break;
                }
            }
        });
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(letters) => {
                    case += letters.len();
                    letters
                        .into_iter()
                        .for_each(|letter| outcomes.count(letter));
                }
                Err(RecvTimeoutError::Timeout) => worker.kill()?,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        worker.wait()?;
        reader.join().expect("the reader does not panic");
        if case < cases {
            outcomes.crashed += 1;
            case += 1;
        }
    }
    Ok(outcomes)
}

impl Outcomes {
    fn count(&mut self, letter: u8) {
        match letter {
            b'r' => self.refused += 1,
            b'v' => self.unverified += 1,
            b'w' => self.wrong_words += 1,
            b's' => self.same_words += 1,
            b'p' => self.panicked += 1,
            _ => {}
        }
    }

    fn add(&mut self, other: Outcomes) {
        self.refused += other.refused;
        self.unverified += other.unverified;
        self.wrong_words += other.wrong_words;
        self.same_words += other.same_words;
        self.panicked += other.panicked;
        self.crashed += other.crashed;
    }

    fn columns(&self) -> [usize; 6] {
        [
            self.refused,
            self.unverified,
            self.wrong_words,
            self.same_words,
            self.panicked,
            self.crashed,
        ]
    }
}

/// Prints the table.
fn print(words: &[String], all_outcomes: &BTreeMap<(usize, usize), Outcomes>) {
    println!("{} words.", words.len());
    let sample = match damage::is_full() {
        true => "",
        false => "; of the largest image, every third bit",
    };
    println!("*One bit flipped*: every bit, one at a time{sample}.");
    println!("*Cut or lengthened*: at every length, or by 1 to 4,096 zeros.");
    println!(
        "*Blocks*: each block of 1 KiB zeroed, swapped with each other block, and copied over each other block."
    );
    println!("Unchanged images are not counted.");
    println!(
        "The words of lexc are read from the DAWG, the smaller part of its image. So the words stay the same after"
    );
    println!("damage to the GADDAG or the word index that is not refused.\n");
    println!(
        "| opened by | bytes | damage | cases | refused when opened | refused by `verify` | wrong words, no error | \
         same words | panic | crash, hang |"
    );
    println!("|---|--:|---|--:|--:|--:|--:|--:|--:|--:|");
    for (index, subject) in Subject::ALL.into_iter().enumerate() {
        let bytes = grouped(subject.image(words).len());
        for (damage, kinds) in [
            ("one bit flipped", &[0][..]),
            ("cut or lengthened", &[1, 2]),
            ("blocks", &[3, 4, 5]),
        ] {
            let mut outcomes = Outcomes::default();
            kinds
                .iter()
                .for_each(|&kind| outcomes.add(all_outcomes[&(index, kind)]));
            let columns = outcomes.columns();
            let cases = grouped(columns.iter().sum());
            let columns = columns.map(grouped).join(" | ");
            println!(
                "| {} | {bytes} | {damage} | {cases} | {columns} |",
                subject.name()
            );
        }
    }
}

/// The number with a comma before every three digits.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
