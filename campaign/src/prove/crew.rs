//! Several questions at once.

use super::step::Answer;
use super::words::Asked;
use crate::Error;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Asks all of it, by as many threads as there are processors, each with a folder of its own; each
/// answer is told as it comes, and how long it took.
pub fn at_once<T: Sync>(
    all: &[T],
    asked: &Asked<'_>,
    answered: &(dyn Fn(&T, &Answer, Duration) + Sync),
    ask: impl Fn(&T, &Asked<'_>) -> Result<Answer, Error> + Sync,
) -> Result<Vec<Answer>, Error> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = Mutex::new(all.iter().enumerate());
    let answers = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for thread in 0..threads.min(all.len()) {
            let (next, answers, ask) = (&next, &answers, &ask);
            scope.spawn(move || {
                let folder = asked.folder.join(thread.to_string());
                let made = std::fs::create_dir_all(&folder);
                let made =
                    made.map_err(|error| Error::new(format!("{}: {error}", folder.display())));
                let asked = Asked {
                    folder: &folder,
                    ..*asked
                };
                loop {
                    let taken = next.lock().map(|mut next| next.next());
                    let Ok(Some((at, one))) = taken else { break };
                    let begun = Instant::now();
                    let answer = made.clone().and_then(|()| ask(one, &asked));
                    if let Ok(answer) = &answer {
                        answered(one, answer, begun.elapsed());
                    }
                    if let Ok(mut answers) = answers.lock() {
                        answers.insert(at, answer);
                    }
                }
            });
        }
    });
    let answers = answers.into_inner();
    let answers = answers.map_err(|_| Error::new("another thread has failed"))?;
    answers.into_values().collect()
}
