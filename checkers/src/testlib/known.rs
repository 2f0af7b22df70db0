//! The texts by which testlib's checkers are known.
//!
//! Authors edit `check.cpp` and leave the name of the standard checker that it was: the text decides. Comments
//! and white space do not count. These are the texts of all versions since 2013, the newest first; they differ
//! in nothing that anybody sees, but for three that told of other mistakes before 2022.

use sha2::{Digest as _, Sha256};

/// Checkers, and the first 16 digits of the SHA-256 of their texts.
const TEXTS: &[(&str, &[&str])] = &[
    ("acmp", &["f29672aadd6c8093", "d19b12a2b413a9cf", "441828969d1050a9"]),
    ("caseicmp", &["f8bcfbea3e7d528c"]),
    ("casencmp", &["4612121f71dd3854", "3b5fd58d110c380d", "2e7933f00f3587c6"]),
    ("casewcmp", &["50062ea5f5e5fc2e", "852def085e0d03e9"]),
    ("dcmp", &["31a4846ba898e6f9", "ceae03d41148def6", "9466fdfe57dfcb50"]),
    ("fcmp", &["3b81f64920cc4515", "8a5b51879f1c7bcb", "01473ad65b748383"]),
    ("hcmp", &["7eed1722482337e1"]),
    ("icmp", &["a15ff4929c6abd14", "7de17f05f6123183", "d3016db0f1e55405", "bc52afb4c425bdc5"]),
    ("lcmp", &["b751fb5d00644661", "5fb5cb75ce571d84", "03e4c4c0002dbad4"]),
    ("ncmp", &["42792698c079b1c7", "96480a07c877c3b2", "07fc6d6507cd9d10", "9d955e920172c10f"]),
    ("nyesno", &["70a76f35a92595cb", "ab6a02749a931cb6", "f369ab36b6821e63", "20450967cd4ea6e2"]),
    ("rcmp4", &["6758ebc81bd14ef0", "a9d3714d5b74171e", "e1141575af9a3695", "d5becd24f682bc28"]),
    ("rcmp6", &["438815110a6d4be9", "207b680c4ff887b6", "7b9d16a48e30743b", "526756bc5e9be982"]),
    ("rcmp9", &["ebcfda739f5c3ec3", "abb2d39e8f72b909", "47bf8741547f8774", "e197375754b147d3"]),
    ("rncmp", &["29b093266c8d56ac", "561253686ecd8c57"]),
    ("uncmp", &["3d359800d525acc3", "2b40e2b78d269761", "28c8a554a2f10ec6", "1f48023816fa3def"]),
    ("wcmp", &["ebc05285c33a80b8"]),
    ("yesno", &["c8658e481f5e4104", "e89a8d7fd1239b0a", "25795e3f8e19069f"]),
];

/// The checker of testlib that this C++ source is, by its text.
pub fn known(source: &[u8]) -> Option<&'static str> {
    let digits = digits(source);
    let found = TEXTS.iter().find(|(_, texts)| texts.contains(&digits.as_str()));
    found.map(|(name, _)| *name)
}

/// The first digits of its digest, by which a text is in the table.
fn digits(source: &[u8]) -> String {
    let digest = Sha256::digest(bare(source));
    let start = digest[..8].iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
    format!("{start:016x}")
}

/// The source without comments and white space.
fn bare(source: &[u8]) -> Vec<u8> {
    let mut rest = source;
    let mut bare = Vec::new();
    while let Some((&first, after)) = rest.split_first() {
        rest = match rest {
            [b'/', b'*', comment @ ..] => {
                let end = memchr::memmem::find(comment, b"*/");
                end.map_or(&[], |end| &comment[end + 2..])
            }
            [b'/', b'/', comment @ ..] => {
                memchr::memchr(b'\n', comment).map_or(&[], |end| &comment[end..])
            }
            _ => {
                if !matches!(first, b' ' | b'\t'..=b'\r') {
                    bare.push(first);
                }
                after
            }
        };
    }
    bare
}

#[cfg(test)]
mod tests {
    use super::{TEXTS, bare, digits, known};

    #[test]
    fn comments_and_white_space_do_not_count() {
        assert_eq!(bare(b"a /* b\n */ c // d\r\n\x0b e/f"), b"ace/f");
        assert_eq!(bare(b"a/* b"), b"a");
        assert_eq!(bare(b"a// b"), b"a");
    }

    /// As `printf 'intmain(){return0;}' | sha256sum` says.
    #[test]
    fn a_text_is_known_by_the_digest_of_what_counts() {
        let text = b"// nothing\r\nint main() {\r\n    return 0; /* well */\r\n}\r\n";
        assert_eq!(digits(text), "979cb65a5e771aaa");
        assert_eq!(digits(b"int main(){return 0;}"), "979cb65a5e771aaa");
        assert_ne!(digits(b"int main(){return 1;}"), "979cb65a5e771aaa");
    }

    #[test]
    fn an_edited_text_is_not_known() {
        assert_eq!(known(b""), None);
        assert_eq!(known(b"int main() { return 0; }"), None);
    }

    #[test]
    fn the_table_names_checkers_and_no_text_twice() {
        let mut all: Vec<_> = TEXTS.iter().flat_map(|(_, texts)| *texts).collect();
        assert!(all.iter().all(|text| text.len() == 16));
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        let names = TEXTS.iter().map(|(name, _)| name);
        assert!(names.into_iter().all(|name| crate::checker(name).is_some()));
    }
}
