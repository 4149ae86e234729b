//! Reading, writing, formatting: expectations are what SWI-Prolog 9.0.4 prints.

use std::rc::Rc;

use pencilmark_prolog::{
    machine::Machine,
    read::{Position, ReadOptions, Source, TextSource, read_term},
    write::{WriteOptions, term_text},
};

/// Text that ends like a file: without a full stop it is an error.
struct FileText<'a>(TextSource<'a>);

impl Source for FileText<'_> {
    fn next(&mut self) -> Option<char> {
        self.0.next()
    }

    fn peek(&mut self) -> Option<char> {
        self.0.peek()
    }

    fn position(&self) -> Position {
        self.0.position()
    }
}

/// Reads one term and writes it back, or its error with line, column and character.
fn echo(m: &mut Machine, text: &str) -> String {
    let mut source = FileText(TextSource::new(text));
    let options = ReadOptions::default();
    let heap = &mut m.store.heap;
    match read_term(heap, &mut m.atoms, &m.text.ops, &mut source, &options) {
        Ok(read) => {
            let named = read.variables.iter().filter(|v| !v.is_anonymous());
            let names = named.map(|v| (v.cell.index(), v.name.clone())).collect();
            let options = WriteOptions { names: Some(Rc::new(names)), ..WriteOptions::writeq() };
            term_text(&m.store.heap, &m.atoms, &m.text.ops, read.term, &options)
        }
        Err(error) => {
            let Position { line, column, char, .. } = error.position;
            let fault = error.fault_cell(&mut m.store.heap, &mut m.atoms);
            let options = WriteOptions::writeq();
            let fault = term_text(&m.store.heap, &m.atoms, &m.text.ops, fault, &options);
            format!("error {fault} {line}:{column}:{char}")
        }
    }
}

#[test]
fn terms_are_read_and_written_as_in_swi_prolog() {
    let mut m = Machine::new();
    for (text, expected) in [
        ("f(a:-b). ", "f((a:-b))"),
        ("- (1). ", "- 1"),
        ("-(1). ", "- 1"),
        ("- 1. ", "- 1"),
        ("-1. ", "-1"),
        ("- - 1. ", "- - 1"),
        ("-(-1). ", "- -1"),
        ("a- (-1). ", "a- -1"),
        ("a -1. ", "a-1"),
        ("-a. ", "-a"),
        ("\\+a. ", "\\+a"),
        ("\\+ (a,b). ", "\\+ (a,b)"),
        ("a:b:c. ", "a:b:c"),
        ("(a:-b,c;d->e). ", "a:-b,c;d->e"),
        ("[a|b]. ", "[a|b]"),
        ("{a,b}. ", "{a,b}"),
        ("'$VAR'(27). ", "B1"),
        ("f(',','|',';',!,[],{}). ", "f(',','|',;,!,[],{})"),
        ("'hello world'. ", "'hello world'"),
        ("'it''s\\n'. ", "'it\\'s\\n'"),
        ("\"a\\\"b\". ", "\"a\\\"b\""),
        ("`ab`. ", "[97,98]"),
        ("0'a. ", "97"),
        ("0'''. ", "39"),
        ("1 000 000. ", "1000000"),
        ("1_000. ", "1000"),
        ("0xFF. ", "255"),
        ("16'FF. ", "255"),
        ("1r3. ", "1r3"),
        ("1.0Inf. ", "1.0Inf"),
        ("1.5NaN. ", "1.5NaN"),
        ("1e10. ", "10000000000.0"),
        ("1.0e100. ", "1.0e+100"),
        ("f(). ", "f()"),
        ("X = Y. ", "X=Y"),
        ("a mod(b). ", "a mod b"),
        ("- = x. ", "(-)=x"),
        ("[-]. ", "[-]"),
        ("f(- , a). ", "f(-,a)"),
        ("1 - (2 - 3). ", "1-(2-3)"),
        ("2 ** -1. ", "2** -1"),
        ("été. ", "été"),
        ("a:- % comment\n b. ", "a:-b"),
        ("a /* x /* y */ z */ + b. ", "a+b"),
        ("'\\x41\\\\101\\'. ", "'AA'"),
    ] {
        assert_eq!(echo(&mut m, text), expected, "{text:?}");
    }
}

#[test]
fn errors_have_swi_prologs_names_and_places() {
    let mut m = Machine::new();
    for (text, expected) in [
        ("a b. foo.", "error operator_expected 1:2:1"),
        ("foo :-\n  % hello\n  a, b c d.\n foo.", "error operator_expected 3:6:23"),
        ("sudoku (Rows) :- a. ", "error operator_expected 1:7:6"),
        ("f(,). x. ", "error quoted_punctuation 1:2:1"),
        ("foo(a, b] . y.", "error cannot_start_term 1:8:7"),
        ("'abc. \n x. ", "error end_of_file_in_quoted('\\'') 1:1:0"),
        ("x /* . ", "error end_of_file_in_block_comment 1:1:0"),
        (". x. ", "error end_of_clause 1:1:0"),
        ("a", "error end_of_file 1:1:0"),
        ("a:-b:-c. ", "error operator_clash 1:3:2"),
        ("a=b=c. ", "error operator_clash 1:2:1"),
        ("[a|b,c]. ", "error list_rest 1:4:3"),
        ("(a,b. c. ", "error operator_expected 1:4:3"),
        ("a). c. ", "error cannot_start_term 1:1:0"),
        ("f(a,). c. ", "error cannot_start_term 1:4:3"),
        ("'\\z'. c. ", "error undefined_char_escape(z) 1:2:1"),
        ("0b2. ", "error illegal_number 1:0:0"),
        ("1.0e400. ", "error float_overflow 1:0:0"),
        ("X{a}. ", "error colon_expected 1:3:2"),
        ("f((-;)). ", "error punct(;,')') 1:5:4"),
        ("\u{1}a. ", "error illegal_character 1:0:0"),
    ] {
        assert_eq!(echo(&mut m, text), expected, "{text:?}");
    }
}

#[test]
fn reading_goes_on_after_an_error() {
    let mut m = Machine::new();
    let mut source = FileText(TextSource::new("a b. c(d. e). f."));
    let options = ReadOptions::default();
    let mut seen = Vec::new();
    for _ in 0..4 {
        let heap = &mut m.store.heap;
        let read = read_term(heap, &mut m.atoms, &m.text.ops, &mut source, &options);
        seen.push(match read {
            Ok(read) => {
                term_text(&m.store.heap, &m.atoms, &m.text.ops, read.term, &WriteOptions::writeq())
            }
            Err(_) => "error".to_string(),
        });
    }
    assert_eq!(seen, ["error", "error", "error", "f"]);
}

#[test]
fn a_million_brackets_and_a_long_list_are_no_danger() {
    let mut m = Machine::new();
    let depth = 1_000_000;
    let text = format!("{}a{}. ", "f(".repeat(depth), ")".repeat(depth));
    assert_eq!(echo(&mut m, &text), text.trim_end_matches(". "));
    let text = format!("{}a{}. ", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(echo(&mut m, &text), "a");
    let text = format!("[{}1]. ", "1,".repeat(depth));
    assert_eq!(echo(&mut m, &text).len(), text.len() - 2);
    let text = format!("{}a. ", "- ".repeat(depth));
    assert_eq!(echo(&mut m, &text).len(), text.len() - 3);
}

#[test]
fn arbitrary_text_never_panics() {
    let mut m = Machine::new();
    let alphabet: Vec<char> =
        "aXb_1209.,;|()[]{}'\"`\\/*%-+=:!~ \n\t0'x \u{e9}\u{4e2d}\u{1}\u{200b}er$"
            .chars()
            .collect();
    let mut seed = 42u64;
    let mut random = |limit: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % limit
    };
    for _ in 0..20_000 {
        let length = random(24);
        let text: String = (0..length).map(|_| alphabet[random(alphabet.len())]).collect();
        echo(&mut m, &text);
        echo(&mut m, &format!("{text}. "));
        m.store.heap.cells.truncate(64);
    }
}

#[test]
fn what_is_written_reads_back() {
    let mut m = Machine::new();
    let mut seed = 7u64;
    let mut random = |limit: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % limit
    };
    let leaves = [
        "a", "'A b'", "-", "+", "[]", "{}", "1", "-1", "1.5", "-0.5", "\"s\"", "'\\n'", "mod",
        ":-", "\\+", "','", "'|'", ";", "!", "'[]'", "X", "1r3", "dynamic", "*", "'.'", "'\u{e9}'",
    ];
    let mut checked = 0;
    for _ in 0..4_000 {
        let mut term = leaves[random(leaves.len())].to_string();
        for _ in 0..random(5) {
            let other = leaves[random(leaves.len())];
            term = match random(9) {
                0 => format!("-({term})"),
                1 => format!("+({term},{other})"),
                2 => format!("f({other},{term})"),
                3 => format!("[{term},{other}]"),
                4 => format!("'{{}}'({term})"),
                5 => format!("\\+({term})"),
                6 => format!(":-({other},{term})"),
                7 => format!("mod({term},{other})"),
                _ => format!("^({other},{term})"),
            };
        }
        let canonical = |m: &mut Machine, text: &str| {
            let mut source = TextSource::new(text);
            let options = ReadOptions::default();
            let heap = &mut m.store.heap;
            let read = read_term(heap, &mut m.atoms, &m.text.ops, &mut source, &options).ok()?;
            let names = read.variables.iter().map(|v| (v.cell.index(), v.name.clone())).collect();
            let names = Some(Rc::new(names));
            let plain = WriteOptions { names: names.clone(), ..WriteOptions::canonical() };
            let quoted = WriteOptions { names, numbervars: false, ..WriteOptions::writeq() };
            let text =
                |options| term_text(&m.store.heap, &m.atoms, &m.text.ops, read.term, options);
            Some((text(&plain), text(&quoted)))
        };
        let Some((before, written)) = canonical(&mut m, &term) else { continue };
        // SWI-Prolog itself writes a sign before `{` and a negative base of a power so that they
        // do not read back as they were.
        if written.contains('{') || term.contains('^') && term.contains("-1") {
            continue;
        }
        if term.contains("-0.5") && term.contains('^') {
            continue;
        }
        let after = canonical(&mut m, &written).map(|(after, _)| after);
        assert_eq!(after.as_deref(), Some(&*before), "{term} was written {written}");
        checked += 1;
    }
    assert!(checked > 1000, "{checked}");
}

/// The only answer to a query.
fn answer(m: &mut Machine, query: &str) -> String {
    match m.run_text(query, 1) {
        Ok(answers) => answers.join(" "),
        Err(error) => error,
    }
}

#[test]
fn format_writes_columns_and_numbers() {
    let mut m = Machine::new();
    for (template, args, expected) in [
        ("~2d", "[1234567]", "12345.67"),
        ("~D", "[1234567]", "1,234,567"),
        ("~4f", "[3.14]", "3.1400"),
        ("~30f", "[1r3]", "0.333333333333333333333333333333"),
        ("~e", "[123456789012345678901234567890]", "1.234568e+29"),
        ("~g", "[1234567.0]", "1.23457e+06"),
        ("~t~w~10|", "[right]", "     right"),
        ("~w~t~10|x", "[left]", "left      x"),
        ("~t~w~t~11|x", "[mid]", "    mid    x"),
        ("~`-t~30|", "[]", "------------------------------"),
        ("~t~d~6+~t~d~6+", "[1,22]", "     1    22"),
        ("~a~t~a~20|~a", "[abc,def,ghi]", "abc              defghi"),
        ("~16r ~16R", "[255,255]", "ff FF"),
        ("~*c", "[3,0'y]", "yyy"),
        ("~q ~w", "['A','A']", "'A' A"),
        ("~i~w", "[a,b]", "b"),
    ] {
        let query = format!("format(string(A), \"{template}\", {args})");
        let wanted = format!("A=\"{expected}\".");
        assert_eq!(answer(&mut m, &query), wanted, "{template}");
    }
}
