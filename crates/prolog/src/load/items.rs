//! Dividing library text into terms, without reading them.

/// One term of a text.
#[derive(Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// Bytes from its first character to its full stop.
    pub start: usize,
    /// The byte after its full stop.
    pub end: usize,
    /// The line it starts on, from 1.
    pub line: u32,
    /// Name and arity of the predicate, where the term is a clause whose head shows them plainly.
    pub head: Option<(&'a str, u32)>,
}

/// The terms of a text that has no syntax errors. It knows just enough of the syntax to find
/// where terms end and to read plain heads.
#[derive(Debug)]
pub struct Items<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    counted: usize,
}

impl<'a> Items<'a> {
    /// The terms of this text.
    pub fn new(text: &'a str) -> Items<'a> {
        Items { text, at: 0, line: 1, counted: 0 }
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(b' ')
    }

    fn ended(&self) -> bool {
        self.at >= self.text.len()
    }

    /// Skips blanks and comments.
    fn skip_layout(&mut self) {
        while !self.ended() {
            match self.byte(0) {
                b'%' => self.skip_line(),
                b'/' if self.byte(1) == b'*' => self.skip_block(),
                byte if byte.is_ascii_whitespace() => self.at += 1,
                _ => return,
            }
        }
    }

    fn skip_line(&mut self) {
        while !self.ended() && self.byte(0) != b'\n' {
            self.at += 1;
        }
    }

    fn skip_block(&mut self) {
        self.at += 2;
        while !self.ended() && (self.byte(0) != b'*' || self.byte(1) != b'/') {
            self.at += 1;
        }
        self.at += 2;
    }

    fn skip_quoted(&mut self, quote: u8) {
        self.at += 1;
        while !self.ended() {
            match self.byte(0) {
                b'\\' => self.at += 2,
                byte if byte == quote && self.byte(1) == quote => self.at += 2,
                byte if byte == quote => break,
                _ => self.at += 1,
            }
        }
        self.at += 1;
    }

    fn before(&self, back: usize) -> u8 {
        self.at.checked_sub(back).map_or(b' ', |at| self.text.as_bytes()[at])
    }

    /// Skips to the next character that matters and over what it starts; `true` if that was a
    /// full stop.
    fn skip(&mut self) -> bool {
        let rest = &self.text.as_bytes()[self.at.min(self.text.len())..];
        let plain = rest.iter().position(|&byte| MATTERS[byte as usize]).unwrap_or(rest.len());
        self.at += plain;
        let byte = self.byte(0);
        match byte {
            b'\'' if self.before(1).is_ascii_digit() => {
                // The character `0'c`; its quote and backslash have another behind them.
                let escaped = matches!(self.byte(1), b'\\' | b'\'');
                self.at += if escaped { 3 } else { 2 };
            }
            b'\'' | b'"' | b'`' => self.skip_quoted(byte),
            b'%' => self.skip_line(),
            b'/' if self.byte(1) == b'*' && !is_symbol(self.before(1)) => self.skip_block(),
            b'.' if !is_symbol(self.before(1)) => {
                self.at += 1;
                return self.byte(0).is_ascii_whitespace() || self.byte(0) == b'%';
            }
            _ => self.at += 1,
        }
        false
    }

    /// Name and number of arguments of what looks like a plain head.
    fn plain_head(&mut self) -> Option<(&'a str, u32)> {
        let start = self.at;
        let name = match self.byte(0) {
            b'a'..=b'z' => {
                while is_word(self.byte(0)) {
                    self.at += 1;
                }
                &self.text[start..self.at]
            }
            b'\'' => {
                self.skip_quoted(b'\'');
                let name = &self.text[start + 1..self.at - 1];
                if name.contains(['\\', '\'']) {
                    return None;
                }
                name
            }
            _ => return None,
        };
        let mut arity = 0;
        if self.byte(0) == b'(' {
            arity = 1;
            self.at += 1;
            let mut depth = 0;
            loop {
                match self.byte(0) {
                    b')' if depth == 0 => break,
                    b'(' | b'[' | b'{' => depth += 1,
                    b')' | b']' | b'}' => depth -= 1,
                    b',' if depth == 0 => arity += 1,
                    byte if MATTERS[byte as usize] => {
                        if self.skip() {
                            return None;
                        }
                        continue;
                    }
                    _ if self.ended() => return None,
                    _ => {}
                }
                self.at += 1;
            }
            self.at += 1;
        }
        self.skip_layout();
        let rest = &self.text.as_bytes()[self.at.min(self.text.len())..];
        let symbols = rest.iter().take_while(|&&byte| is_symbol(byte)).count();
        let after = rest.get(symbols).copied().unwrap_or(b' ');
        match &rest[..symbols] {
            b":-" => Some((name, arity)),
            b"." if after.is_ascii_whitespace() || after == b'%' => Some((name, arity)),
            b"-->" => Some((name, arity + 2)),
            _ => None,
        }
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Item<'a>;

    fn next(&mut self) -> Option<Item<'a>> {
        self.skip_layout();
        if self.ended() {
            return None;
        }
        let start = self.at;
        let newlines = self.text.as_bytes()[self.counted..start].iter().filter(|&&b| b == b'\n');
        self.line += newlines.count() as u32;
        self.counted = start;
        let head = self.plain_head();
        if head.is_none() {
            self.at = start;
        }
        while !self.ended() && !self.skip() {}
        let end = self.at.min(self.text.len());
        Some(Item { start, end, line: self.line, head })
    }
}

/// Characters that may start a quoted text, a comment or a full stop.
const MATTERS: [bool; 256] = {
    let mut table = [false; 256];
    let bytes = b"'\"`%/.";
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] = true;
        i += 1;
    }
    table
};

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_symbol(byte: u8) -> bool {
    matches!(
        byte,
        b'+' | b'-'
            | b'*'
            | b'/'
            | b'\\'
            | b'^'
            | b'<'
            | b'>'
            | b'='
            | b'~'
            | b':'
            | b'.'
            | b'?'
            | b'@'
            | b'#'
            | b'&'
            | b'$'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heads(text: &str) -> Vec<(&str, Option<(&str, u32)>)> {
        Items::new(text).map(|item| (&text[item.start..item.end], item.head)).collect()
    }

    #[test]
    fn terms_end_at_full_stops_only() {
        let text = "a.b(0'.,'.',\". \",0'',X=..Y):-c. % d. e\n:- f(/* . */g).\nh-->`. `,{i}.\nX+1.";
        let found = heads(text);
        assert_eq!(
            found,
            [
                ("a.b(0'.,'.',\". \",0'',X=..Y):-c.", None),
                (":- f(/* . */g).", None),
                ("h-->`. `,{i}.", Some(("h", 2))),
                ("X+1.", None),
            ]
        );
        let found = heads("'A b'([x,y],{z,w},\"a,b\").\n p:-q.\nr(0'\\n, 0') ) => s.");
        assert_eq!(found[0].1, Some(("A b", 3)));
        assert_eq!(found[1].1, Some(("p", 0)));
        assert_eq!((found.len(), found[2].1), (3, None));
    }
}
