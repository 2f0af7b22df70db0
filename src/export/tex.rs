//! Statements in Markdown as LaTeX, as far as statements need it: headings, paragraphs, lists, code, and
//! words in bold, italics or code.

use std::fmt::Write as _;

/// A statement for a package of Kattis, whose title stands by itself.
pub(super) fn of_markdown(name: &str, text: &str) -> String {
    format!("\\problemname{{{}}}\n\n{}", escaped(name), body(name, text))
}

/// The same without the title.
pub(super) fn body(name: &str, text: &str) -> String {
    let mut tex = String::new();
    let (mut is_code, mut in_list) = (false, false);
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
            tex += if is_code { "\\begin{verbatim}\n" } else { "\\end{verbatim}\n" };
            continue;
        }
        if is_code {
            let _ = writeln!(tex, "{line}");
            continue;
        }
        let item = ["- ", "* ", "+ "].iter().find_map(|mark| line.trim_start().strip_prefix(mark));
        if item.is_some() != in_list && !(in_list && line.starts_with(' ')) {
            in_list = item.is_some();
            tex += if in_list { "\\begin{itemize}\n" } else { "\\end{itemize}\n" };
        }
        if let Some(item) = item {
            let _ = writeln!(tex, "\\item {}", inline(item));
        } else if let Some(title) = line.strip_prefix("# ") {
            // The title is known; another one is the first part's.
            if title.trim() != name {
                let _ = writeln!(tex, "\\section*{{{}}}", inline(title));
            }
        } else if let Some(title) = line.strip_prefix('#') {
            let title = title.trim_start_matches('#').trim();
            let _ = writeln!(tex, "\\section*{{{}}}", inline(title));
        } else {
            let _ = writeln!(tex, "{}", inline(line));
        }
    }
    if is_code {
        tex += "\\end{verbatim}\n";
    }
    if in_list {
        tex += "\\end{itemize}\n";
    }
    tex
}

/// Words of a line: between marks in another font, and in dollars as they are.
fn inline(line: &str) -> String {
    const MARKS: [(&str, &str); 4] =
        [("`", "\\texttt{"), ("**", "\\textbf{"), ("*", "\\emph{"), ("_", "\\emph{")];
    let (mut tex, mut rest) = (String::new(), line);
    while !rest.is_empty() {
        if let Some(formula) = rest.strip_prefix('$').and_then(|after| after.split_once('$')) {
            let _ = write!(tex, "${}$", formula.0);
            rest = formula.1;
            continue;
        }
        let begins_word = tex.chars().last().is_none_or(|c| !c.is_alphanumeric());
        let marked = MARKS.iter().find_map(|(mark, font)| {
            let (inside, after) = rest.strip_prefix(mark)?.split_once(mark)?;
            let is_word = !inside.is_empty() && !inside.starts_with(' ') && begins_word;
            is_word.then_some((font, inside, after))
        });
        if let Some((font, inside, after)) = marked {
            let _ = write!(tex, "{font}{}}}", escaped(inside));
            rest = after;
            continue;
        }
        let mut chars = rest.chars();
        let next = chars.next().map(String::from).unwrap_or_default();
        tex += &escaped(&next);
        rest = chars.as_str();
    }
    tex
}

fn escaped(text: &str) -> String {
    let mut tex = String::new();
    for c in text.chars() {
        match c {
            '\\' => tex += "\\textbackslash{}",
            '~' => tex += "\\textasciitilde{}",
            '^' => tex += "\\textasciicircum{}",
            '<' => tex += "\\textless{}",
            '>' => tex += "\\textgreater{}",
            '|' => tex += "\\textbar{}",
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
                tex.push('\\');
                tex.push(c);
            }
            '≤' => tex += "$\\le$",
            '≥' => tex += "$\\ge$",
            '×' => tex += "$\\times$",
            '…' => tex += "\\ldots{}",
            '–' => tex += "--",
            '−' => tex += "$-$",
            '→' => tex += "$\\to$",
            other => tex.push(other),
        }
    }
    tex
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_latex() {
        let text = "# Sums\n\nAdd `a_1` and **both** of $x_2$; 50 % of a_b.\n\n- one\n- two\n\n```\na & b\n```\n";
        let tex = "\\problemname{Sums}\n\n\nAdd \\texttt{a\\_1} and \\textbf{both} of $x_2$; 50 \\% of a\\_b.\n\n\
                   \\begin{itemize}\n\\item one\n\\item two\n\\end{itemize}\n\n\\begin{verbatim}\na & b\n\
                   \\end{verbatim}\n";
        assert_eq!(of_markdown("Sums", text), tex);
    }
}
