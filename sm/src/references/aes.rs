//! AES-128 (FIPS 197), byte by byte and without tables.

use super::{Answers, Problem, ReferenceError};

const ROUNDS: usize = 10;

/// A block: byte r + 4 c is row r, column c.
type State = [u8; 16];

/// The product in GF(2^8).
fn product(mut a: u8, mut b: u8) -> u8 {
    let mut sum = 0;
    while b != 0 {
        if b & 1 != 0 {
            sum ^= a;
        }
        a = a << 1 ^ if a & 0x80 != 0 { 0x1b } else { 0 };
        b >>= 1;
    }
    sum
}

/// SubBytes: the inverse, which is the 254th power, and an affine map.
fn substitute(byte: u8) -> u8 {
    let inverse = (0..254).fold(1, |power, _| product(power, byte));
    (0..5).fold(0x63, |sum, bits| sum ^ inverse.rotate_left(bits))
}

fn expand(key: State) -> Vec<[u8; 4]> {
    let mut words: Vec<[u8; 4]> = key.chunks(4).map(|w| [w[0], w[1], w[2], w[3]]).collect();
    let mut constant = 1;
    for i in 4..4 * (ROUNDS + 1) {
        let mut word = words[i - 1];
        if i % 4 == 0 {
            word.rotate_left(1);
            word = word.map(substitute);
            word[0] ^= constant;
            constant = product(constant, 2);
        }
        let old = words[i - 4];
        words.push(std::array::from_fn(|b| word[b] ^ old[b]));
    }
    words
}

fn mix(column: &[u8]) -> [u8; 4] {
    std::array::from_fn(|row| {
        let at = |i: usize| column[(row + i) % 4];
        product(at(0), 2) ^ product(at(1), 3) ^ at(2) ^ at(3)
    })
}

fn encrypt(text: State, keys: &[[u8; 4]], boxed: &[u8; 256]) -> State {
    let add = |state: State, round: usize| -> State {
        std::array::from_fn(|i| state[i] ^ keys[4 * round + i / 4][i % 4])
    };
    let mut state = add(text, 0);
    for round in 1..=ROUNDS {
        // SubBytes and ShiftRows.
        let shifted: State =
            std::array::from_fn(|i| boxed[usize::from(state[(i + 4 * (i % 4)) % 16])]);
        let mixed = |i: usize| mix(&shifted[i / 4 * 4..][..4])[i % 4];
        let last = round == ROUNDS;
        state = add(
            std::array::from_fn(|i| if last { shifted[i] } else { mixed(i) }),
            round,
        );
    }
    state
}

fn bytes(words: &[u32]) -> State {
    std::array::from_fn(|i| words[i / 4].to_le_bytes()[i % 4])
}

/// Each block by itself.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let blocks = problem.size("blocks")?;
    problem.sized(&[("key", 4), ("text", 4 * blocks)])?;
    let keys = expand(bytes(&problem.u32s("key")?));
    let boxed = std::array::from_fn(|byte| substitute(byte as u8));
    let text = problem.u32s("text")?;
    let cipher: Vec<u32> = text
        .chunks_exact(4)
        .map(|block| encrypt(bytes(block), &keys, &boxed))
        .flat_map(|state| {
            let word = move |c: usize| {
                u32::from_le_bytes(std::array::from_fn(|row| state[4 * c + row]))
            };
            (0..4).map(word)
        })
        .collect();
    Ok(Answers::new().u32s("cipher", &cipher))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_example_of_the_standard() {
        // FIPS 197, appendix B.
        let state = |hex: u128| hex.to_be_bytes();
        let keys = expand(state(0x2b7e1516_28aed2a6_abf71588_09cf4f3c));
        let boxed = std::array::from_fn(|byte| substitute(byte as u8));
        let cipher = encrypt(state(0x3243f6a8_885a308d_313198a2_e0370734), &keys, &boxed);
        assert_eq!(cipher, state(0x3925841d_02dc09fb_dc118597_196a0b32));
    }
}
