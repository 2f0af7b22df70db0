//! The text of an entry's name. Archivers that say nothing of it write UTF-8, or the character set of the
//! first PCs, code page 437 (APPNOTE.TXT of ZIP, appendix D).

use std::borrow::Cow;

use super::error::Fault;

/// What the bytes from 128 on stand for in code page 437.
const UPPER_HALF: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»\
    ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// A name as text; `must_be_utf8` where the archive says that it is.
pub(super) fn text(name: &[u8], must_be_utf8: bool) -> Result<Cow<'_, str>, Fault> {
    match std::str::from_utf8(name) {
        Ok(text) => Ok(text.into()),
        Err(_) if must_be_utf8 => Err(Fault::NotUtf8),
        Err(_) => {
            let upper: Vec<char> = UPPER_HALF.chars().collect();
            let letter = |byte: &u8| {
                byte.checked_sub(128).map_or(char::from(*byte), |at| upper[usize::from(at)])
            };
            Ok(name.iter().map(letter).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_one_of_two_character_sets() {
        assert_eq!(UPPER_HALF.chars().count(), 128);
        let old = |name: &[u8]| text(name, false).unwrap().into_owned();
        assert_eq!(old("Lösung.pdf".as_bytes()), "Lösung.pdf");
        assert_eq!(old(b"L\x94sung.pdf"), "Lösung.pdf");
        assert_eq!(old(b"\x80\xe1\xff~"), "Çß\u{a0}~");
        assert_eq!(text(b"L\x94sung.pdf", true), Err(Fault::NotUtf8));
    }
}
