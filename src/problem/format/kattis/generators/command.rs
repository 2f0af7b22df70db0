//! Commands in a file of generators: which program, which arguments, which seed.

use super::count::Count;
use crate::problem::format::shell_words::shell_words;

/// Commands that make inputs, taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Command {
    /// The program's name: one of the file, or a path below `generators`.
    pub(super) program: String,
    /// The arguments.
    pub(super) arguments: Vec<String>,
    /// The text in an argument for which the seed stands.
    pub(super) seed_text: Option<String>,
    /// The seed.
    pub(super) seed: u64,
}

impl Command {
    /// Takes a command apart, as BAPCtools does: words as in a shell, with quotes. `{count}` stands for
    /// the number in question, `{name}` for `testcase`. The seed comes of the salt and the text of the
    /// command.
    pub(super) fn read(text: &str, salt: &str, count: Option<i64>) -> Result<Self, String> {
        let counted = count.map(|value| text.replace("{count}", &value.to_string()));
        let text = counted.as_deref().unwrap_or(text);
        let words = shell_words(text).map_err(|wrong| format!("`generate`: {wrong}"))?;
        let mut words = words.into_iter();
        let program = words.next().ok_or("`generate`: expected a program")?;
        let arguments: Vec<String> = words.map(|word| word.replace("{name}", "testcase")).collect();
        let mut seeds: Vec<String> =
            arguments.iter().flat_map(|word| seed_texts(word)).map(str::to_owned).collect();
        let seed_text = seeds.pop();
        if !seeds.is_empty() {
            return Err("`generate`: `{seed}` may stand in it once".to_owned());
        }
        let salted = format!("{salt}{}{}", Count::salt(count.unwrap_or(1)), text.trim());
        Ok(Self { program, arguments, seed_text, seed: seed(&salted) })
    }
}

/// The SHA-512 of a text, as a number modulo 2^31.
fn seed(text: &str) -> u64 {
    let [.., a, b, c, d] = hmac_sha512::Hash::hash(text.as_bytes());
    u64::from(u32::from_be_bytes([a & 0x7f, b, c, d]))
}

/// Every `{seed}` and `{seed:12}` in a word.
fn seed_texts(word: &str) -> impl Iterator<Item = &str> {
    word.match_indices("{seed").filter_map(|(start, found)| {
        let rest = &word[start + found.len()..];
        let number = rest.strip_prefix(':').unwrap_or_default();
        let digits = number.bytes().take_while(u8::is_ascii_digit).count();
        let length = if digits > 0 { 1 + digits } else { 0 };
        rest[length..].starts_with('}').then(|| &word[start..=start + found.len() + length])
    })
}

#[cfg(test)]
mod tests {
    use super::{Command, seed};

    #[track_caller]
    fn case(text: &str, count: Option<i64>, expected: &[&str], seed_text: Option<&str>) {
        let Command { program, arguments, seed_text: found, .. } =
            Command::read(text, "", count).unwrap();
        assert_eq!([vec![program], arguments].concat(), expected);
        assert_eq!(found.as_deref(), seed_text);
    }

    #[test]
    fn commands_are_taken_apart() {
        case("g.py 1  2", None, &["g.py", "1", "2"], None);
        case("g.py\n{seed}\n x\n", None, &["g.py", "{seed}", "x"], Some("{seed}"));
        case(
            "g --s={seed:01} {name}",
            None,
            &["g", "--s={seed:01}", "testcase"],
            Some("{seed:01}"),
        );
        case("g {count} {seed:}", Some(-3), &["g", "-3", "{seed:}"], None);
        case("g {count} 'a b'", None, &["g", "{count}", "a b"], None);
        for bad in ["", "  ", "g 'a", "g {seed} {seed:1}", "g {seed}{seed}"] {
            assert!(Command::read(bad, "", None).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_seed_is_of_salt_number_and_text() {
        // Worked out with Python's hashlib.
        assert_eq!(seed("g {seed}"), SEEDS[0]);
        let of = |text: &str, salt: &str, count| Command::read(text, salt, count).unwrap().seed;
        assert_eq!(of(" g {seed}\n", "", None), SEEDS[0], "blanks around do not count");
        assert_eq!(of("g {seed}", "", Some(1)), SEEDS[0]);
        assert_eq!(of("g {seed}", "salt", None), SEEDS[1]);
        assert_eq!(of("g  {seed}", "", None), SEEDS[2], "blanks within do");
        assert_eq!(of("g {seed} {count}", "salt", Some(3)), SEEDS[3]);
    }

    const SEEDS: [u64; 4] = [837_563_164, 699_838_693, 1_424_094_730, 44_527_273];
}
