//! One strict pass over the JSON text of a line.
//!
//! The scanner checks everything in the pass that finds the members: the grammar of RFC 8259, the
//! depth, repeated keys, surrogate escapes and the size of numbers. It builds no values; a value is
//! handed out as the slice of the line it stands in. Nesting is followed on a heap stack, so no
//! input can exhaust the call stack.

use std::borrow::Cow;

/// The deepest nesting accepted. No message of the protocol comes near it.
pub(super) const MAX_DEPTH: usize = 1000;
/// The most digits of an integer: what the Python implementation of this server can read.
const LONGEST_INTEGER: usize = 4300;
/// A plain decimal with no more digits than this before its point is finite as a double.
const SURELY_FINITE_DIGITS: usize = 300;
/// Up to this many keys, comparing each with each is quicker than sorting.
const FEW_KEYS: usize = 16;
/// How many keys' memory is kept from line to line: enough for any ordinary message.
const KEPT: usize = 1024;

/// Why a text is not JSON, or cannot be told to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotJson {
    /// It breaks the grammar.
    Grammar,
    /// It nests deeper than [`MAX_DEPTH`].
    TooDeep,
}

/// What makes valid JSON unacceptable: each reader would see a different message in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    /// An object names a key twice.
    RepeatedKey,
    /// A string holds half of a UTF-16 surrogate pair, which is no character.
    LoneSurrogate,
    /// An integer has more than [`LONGEST_INTEGER`] digits.
    LongInteger,
    /// A number is too large for a double, such as `1e999`.
    HugeNumber,
}

type Scan<T> = Result<T, NotJson>;

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    Array,
    /// A string whose text is its value.
    PlainString,
    /// A string with at least one escape.
    EscapedString,
    Integer,
    /// A number with a fraction or an exponent.
    Real,
    Boolean,
    Null,
}

/// A scanned value where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Raw<'a> {
    pub kind: Kind,
    pub text: &'a str,
}

impl<'a> Raw<'a> {
    /// The value unless it is `null`: a member given as `null` counts as absent.
    pub fn present(self) -> Option<Raw<'a>> {
        (self.kind != Kind::Null).then_some(self)
    }

    /// The characters of a string; `None` for any other value.
    pub fn string(&self) -> Option<Cow<'a, str>> {
        match self.kind {
            Kind::PlainString => Some(Cow::Borrowed(unquoted(self.text))),
            Kind::EscapedString => Some(Cow::Owned(serde_json::from_str(self.text).ok()?)),
            _ => None,
        }
    }

    /// A string or integer as canonical JSON text, the same for equal values; `None` for any other
    /// value, and for one that is flawed itself.
    pub fn canonical(&self) -> Option<Cow<'a, str>> {
        match self.kind {
            Kind::Integer if self.text == "-0" => Some(Cow::Borrowed("0")),
            Kind::Integer => {
                let digits = self.text.trim_start_matches('-').len();
                (digits <= LONGEST_INTEGER).then_some(Cow::Borrowed(self.text))
            }
            Kind::PlainString => Some(Cow::Borrowed(self.text)),
            Kind::EscapedString => serde_json::to_string(&self.string()?).ok().map(Cow::Owned),
            _ => None,
        }
    }
}

fn unquoted(string: &str) -> &str {
    string
        .get(1..string.len().saturating_sub(1))
        .unwrap_or_default()
}

/// Memory a scanner needs, kept from line to line.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// The keys of every open object, outermost first.
    keys: Vec<Key>,
    /// The characters of those keys that hold escapes.
    decoded: String,
    /// The objects and arrays open below the one being read.
    open: Vec<Open>,
}

impl Scratch {
    fn clear(&mut self) {
        self.keys.clear();
        self.keys.shrink_to(KEPT);
        self.decoded.clear();
        self.decoded.shrink_to(KEPT);
        self.open.clear();
    }
}

#[derive(Clone, Copy, Debug)]
struct Key {
    start: usize,
    end: usize,
    in_decoded: bool,
}

/// An open container; an object knows where its keys start.
#[derive(Clone, Copy, Debug)]
enum Open {
    Array,
    Object(KeyMark),
}

/// How much of [`Scratch`] belongs to the objects around.
#[derive(Clone, Copy, Debug)]
struct KeyMark {
    keys: usize,
    decoded: usize,
}

/// What must follow inside an open container.
enum Next {
    Value,
    End,
}

/// The pass itself; see the module documentation.
pub(super) struct Scanner<'a, 's> {
    text: &'a str,
    at: usize,
    /// Objects open through [`Scanner::object`].
    depth: usize,
    flaw: Option<Flaw>,
    scratch: &'s mut Scratch,
}

impl<'a, 's> Scanner<'a, 's> {
    pub fn new(text: &'a str, scratch: &'s mut Scratch) -> Scanner<'a, 's> {
        scratch.clear();
        let mut scanner = Scanner {
            text,
            at: 0,
            depth: 0,
            flaw: None,
            scratch,
        };
        scanner.space();
        scanner
    }

    /// The first flaw met so far.
    pub fn flaw(&self) -> Option<Flaw> {
        self.flaw
    }

    /// The next byte.
    pub fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Nothing but white space may follow.
    pub fn end(&mut self) -> Scan<()> {
        self.space();
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(NotJson::Grammar),
        }
    }

    /// Reads an object, handing each key to `member`, which must read exactly the key's value, with
    /// [`Scanner::value`] or this method. The next byte must be the object's opening brace.
    pub fn object(&mut self, mut member: impl FnMut(&mut Self, &str) -> Scan<()>) -> Scan<()> {
        self.expect(b'{')?;
        self.depth += 1;
        let mark = self.mark();
        self.space();
        if self.peek() == Some(b'}') {
            self.at += 1;
        } else {
            loop {
                let key = self.key()?;
                member(self, &key)?;
                self.space();
                match self.take() {
                    Some(b',') => self.space(),
                    Some(b'}') => break,
                    _ => return Err(NotJson::Grammar),
                }
            }
        }
        self.close_object(mark);
        self.depth -= 1;
        Ok(())
    }

    /// Reads one value of any kind.
    pub fn value(&mut self) -> Scan<Raw<'a>> {
        let start = self.at;
        let kind = match self.peek() {
            Some(b'{') => self.containers().map(|()| Kind::Object),
            Some(b'[') => self.containers().map(|()| Kind::Array),
            _ => self.scalar(),
        }?;
        Ok(Raw {
            kind,
            text: self.slice(start, self.at),
        })
    }

    /// Reads an object or array to its end, with everything inside it.
    fn containers(&mut self) -> Scan<()> {
        let mut next = self.open()?;
        loop {
            next = match next {
                Next::Value => match self.peek() {
                    Some(b'{' | b'[') => self.open()?,
                    _ => {
                        self.scalar()?;
                        Next::End
                    }
                },
                Next::End => {
                    let Some(&open) = self.scratch.open.last() else {
                        return Ok(());
                    };
                    self.space();
                    match (open, self.take()) {
                        (Open::Array, Some(b',')) => {
                            self.space();
                            Next::Value
                        }
                        (Open::Object(_), Some(b',')) => {
                            self.space();
                            self.key()?;
                            Next::Value
                        }
                        (Open::Array, Some(b']')) | (Open::Object(_), Some(b'}')) => {
                            self.close();
                            Next::End
                        }
                        _ => return Err(NotJson::Grammar),
                    }
                }
            };
        }
    }

    fn open(&mut self) -> Scan<Next> {
        if self.depth + self.scratch.open.len() >= MAX_DEPTH {
            return Err(NotJson::TooDeep);
        }
        let open = match self.take() {
            Some(b'{') => Open::Object(self.mark()),
            _ => Open::Array,
        };
        self.scratch.open.push(open);
        self.space();
        match (open, self.peek()) {
            (Open::Array, Some(b']')) | (Open::Object(_), Some(b'}')) => {
                self.at += 1;
                self.close();
                Ok(Next::End)
            }
            (Open::Array, _) => Ok(Next::Value),
            (Open::Object(_), _) => {
                self.key()?;
                Ok(Next::Value)
            }
        }
    }

    fn close(&mut self) {
        if let Some(Open::Object(mark)) = self.scratch.open.pop() {
            self.close_object(mark);
        }
    }

    fn mark(&self) -> KeyMark {
        KeyMark {
            keys: self.scratch.keys.len(),
            decoded: self.scratch.decoded.len(),
        }
    }

    /// Looks for a repeated key among those since `mark`, and forgets them.
    fn close_object(&mut self, mark: KeyMark) {
        let text = self.text;
        let Scratch { keys, decoded, .. } = &mut *self.scratch;
        let characters = |key: &Key| {
            let source = if key.in_decoded {
                decoded.as_str()
            } else {
                text
            };
            source
                .as_bytes()
                .get(key.start..key.end)
                .unwrap_or_default()
        };
        let own = keys.get_mut(mark.keys..).unwrap_or_default();
        let repeated = if own.len() <= FEW_KEYS {
            own.iter().enumerate().any(|(index, key)| {
                let earlier = own.iter().take(index);
                earlier
                    .into_iter()
                    .any(|other| characters(other) == characters(key))
            })
        } else {
            own.sort_unstable_by(|a, b| characters(a).cmp(characters(b)));
            own.windows(2)
                .any(|pair| matches!(pair, [a, b] if characters(a) == characters(b)))
        };
        keys.truncate(mark.keys);
        decoded.truncate(mark.decoded);
        if repeated {
            self.found(Flaw::RepeatedKey);
        }
    }

    /// Reads a key and its colon, up to the value.
    fn key(&mut self) -> Scan<Cow<'a, str>> {
        let start = self.at;
        let kind = self.string()?;
        let raw = Raw {
            kind,
            text: self.slice(start, self.at),
        };
        let key = match raw.string() {
            Some(Cow::Owned(characters)) => {
                let decoded = &mut self.scratch.decoded;
                let start = decoded.len();
                decoded.push_str(&characters);
                self.scratch.keys.push(Key {
                    start,
                    end: self.scratch.decoded.len(),
                    in_decoded: true,
                });
                Cow::Owned(characters)
            }
            // A key with a lone surrogate has no characters; the line is refused for it anyway.
            Some(Cow::Borrowed(_)) | None => {
                self.scratch.keys.push(Key {
                    start: start + 1,
                    end: self.at - 1,
                    in_decoded: false,
                });
                Cow::Borrowed(unquoted(raw.text))
            }
        };
        self.space();
        self.expect(b':')?;
        self.space();
        Ok(key)
    }

    fn scalar(&mut self) -> Scan<Kind> {
        match self.peek() {
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Kind::Boolean),
            Some(b'f') => self.word("false", Kind::Boolean),
            Some(b'n') => self.word("null", Kind::Null),
            _ => Err(NotJson::Grammar),
        }
    }

    fn word(&mut self, word: &str, kind: Kind) -> Scan<Kind> {
        if self.rest().starts_with(word.as_bytes()) {
            self.at += word.len();
            Ok(kind)
        } else {
            Err(NotJson::Grammar)
        }
    }

    fn string(&mut self) -> Scan<Kind> {
        self.expect(b'"')?;
        let mut kind = Kind::PlainString;
        loop {
            self.at += plain_characters(self.rest());
            match self.take() {
                Some(b'"') => return Ok(kind),
                Some(b'\\') => {
                    kind = Kind::EscapedString;
                    self.escape()?;
                }
                _ => return Err(NotJson::Grammar),
            }
        }
    }

    /// Reads an escape whose backslash was taken.
    fn escape(&mut self) -> Scan<()> {
        match self.take() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(()),
            Some(b'u') => {
                let unit = self.hex4()?;
                // After a high half that finds no low one, where reading goes on makes no
                // difference: the line is refused.
                let paired = match unit {
                    0xD800..=0xDBFF if self.rest().starts_with(b"\\u") => {
                        self.at += 2;
                        matches!(self.hex4()?, 0xDC00..=0xDFFF)
                    }
                    0xD800..=0xDFFF => false,
                    _ => true,
                };
                if !paired {
                    self.found(Flaw::LoneSurrogate);
                }
                Ok(())
            }
            _ => Err(NotJson::Grammar),
        }
    }

    fn hex4(&mut self) -> Scan<u32> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.take().and_then(|byte| char::from(byte).to_digit(16));
            unit = unit * 16 + digit.ok_or(NotJson::Grammar)?;
        }
        Ok(unit)
    }

    fn number(&mut self) -> Scan<Kind> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let whole = match self.peek() {
            Some(b'0') => {
                self.at += 1;
                1
            }
            _ => self.digits()?,
        };
        let fraction = self.peek() == Some(b'.');
        if fraction {
            self.at += 1;
            self.digits()?;
        }
        let exponent = matches!(self.peek(), Some(b'e' | b'E'));
        if exponent {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        if !fraction && !exponent {
            if whole > LONGEST_INTEGER {
                self.found(Flaw::LongInteger);
            }
            return Ok(Kind::Integer);
        }
        if exponent || whole > SURELY_FINITE_DIGITS {
            let value = self.slice(start, self.at).parse::<f64>();
            if !value.is_ok_and(f64::is_finite) {
                self.found(Flaw::HugeNumber);
            }
        }
        Ok(Kind::Real)
    }

    /// Reads at least one digit; says how many.
    fn digits(&mut self) -> Scan<usize> {
        let digits = self.rest().iter().take_while(|byte| byte.is_ascii_digit());
        let count = digits.count();
        self.at += count;
        if count == 0 {
            return Err(NotJson::Grammar);
        }
        Ok(count)
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn expect(&mut self, byte: u8) -> Scan<()> {
        if self.take() == Some(byte) {
            Ok(())
        } else {
            Err(NotJson::Grammar)
        }
    }

    fn take(&mut self) -> Option<u8> {
        let byte = self.peek();
        self.at += usize::from(byte.is_some());
        byte
    }

    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }

    fn found(&mut self, flaw: Flaw) {
        self.flaw.get_or_insert(flaw);
    }
}

/// How many bytes at the start of `bytes` are neither a quote, a backslash nor a control character.
fn plain_characters(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    const HIGH_BITS: u64 = ONES << 7;
    // The high bit of a byte that is below `limit`; bytes above the first such one may be wrong.
    let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word & HIGH_BITS;
    let mut count = 0;
    let mut rest = bytes;
    while let Some((chunk, tail)) = rest.split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        let quote = below(word ^ (ONES * u64::from(b'"')), 1);
        let backslash = below(word ^ (ONES * u64::from(b'\\')), 1);
        let stops = below(word, 0x20) | quote | backslash;
        if stops != 0 {
            return count + stops.trailing_zeros() as usize / 8;
        }
        count += 8;
        rest = tail;
    }
    let stop = |byte: &u8| matches!(byte, 0..0x20 | b'"' | b'\\');
    count + rest.iter().position(stop).unwrap_or(rest.len())
}
