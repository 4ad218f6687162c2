//! `Lexicon`: words, their index, hooks and definitions.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use lexc_runtime::{Tile, TileSet, Word, draws};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PySlice, PyString, PyTuple, PyType};

use crate::error::refused;
use crate::find;
use crate::image::{Bytes, Closable, OpenImage};
use crate::labels::{LabelColumns, columns, labels};
use crate::spelling::{MAX_CHARS, short_chars};
use crate::texts::Texts;
use crate::values::{HOOKS, TILE};
use crate::words::WordIterator;

/// A lexicon: a set of words in alphabetical order, read in place from an image.
///
/// ``in``, iteration and ``len`` work as for a set. Words may be passed in upper or lower case; the lexicon returns
/// them as its alphabet writes tiles, with brackets around tiles of several characters. Threads may share a lexicon.
///
/// >>> import lexc
/// >>> lexicon = lexc.Lexicon.from_bytes(lexc.compile(["care", "cares", "scare", "acre"], word_index=True))
/// >>> "CARE" in lexicon, "race" in lexicon, 7 in lexicon
/// (True, False, False)
/// >>> len(lexicon), list(lexicon)
/// (4, ['ACRE', 'CARE', 'CARES', 'SCARE'])
/// >>> lexicon
/// <lexc.Lexicon of 4 words, alphabet english>
#[pyclass(frozen, module = "lexc")]
pub struct Lexicon {
    image: Arc<Closable>,
    /// The file of a mapped image.
    path: Option<PathBuf>,
    fingerprint: String,
    word_count: u32,
    /// The expression of a view; empty for all words.
    expression: String,
}

impl Lexicon {
    pub fn new(py: Python<'_>, bytes: Bytes) -> PyResult<Lexicon> {
        let path = match bytes.path() {
            Some(path) => Some(std::path::absolute(path)?),
            None => None,
        };
        let image = py.detach(|| OpenImage::open(bytes))?;
        Ok(Lexicon::of(py, path, image))
    }

    fn of(py: Python<'_>, path: Option<PathBuf>, image: OpenImage) -> Lexicon {
        Lexicon {
            path,
            fingerprint: image.lexicon().fingerprint().to_string(),
            word_count: py.detach(|| image.lexicon().word_count()),
            expression: image.lexicon().expression().to_string(),
            image: Arc::new(Closable::new(image)),
        }
    }

    /// The image.
    ///
    /// # Errors
    /// The lexicon is closed.
    pub fn open_image(&self) -> PyResult<Arc<OpenImage>> {
        self.image.get()
    }

    /// The image, which must have a word index.
    fn indexed(&self) -> PyResult<Arc<OpenImage>> {
        let image = self.open_image()?;
        match image.lexicon().has_word_index() {
            true => Ok(image),
            false => Err(image
                .bytes()
                .refused("no word index (compile the image with word_index=True)")),
        }
    }
}

#[pymethods]
impl Lexicon {
    /// Opens an image file: maps it into memory and checks all of it. The checks take about 2 ms per megabyte, or 50 ms
    /// per megabyte of a compact image.
    ///
    /// While the lexicon is open, no program may write to the file or truncate it; replacing it by renaming, as
    /// ``lexc build`` does, is safe, but Windows may refuse it. Raises ``OSError`` if the file cannot be read. Raises
    /// ``LexcError`` with the place of the first fault if the file is damaged or not an image of words.
    ///
    /// >>> lexicon = lexc.Lexicon.open(image_path)
    /// >>> "CARES" in lexicon
    /// True
    #[classmethod]
    fn open(_class: &Bound<'_, PyType>, py: Python<'_>, path: PathBuf) -> PyResult<Lexicon> {
        Lexicon::new(py, Bytes::map(py, path)?)
    }

    /// Opens an image in memory, and checks all of it. Copies the bytes.
    ///
    /// >>> len(lexc.Lexicon.from_bytes(lexc.compile(["care", "scare"])))
    /// 2
    #[classmethod]
    fn from_bytes(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        image: &Bound<'_, PyAny>,
    ) -> PyResult<Lexicon> {
        Lexicon::new(py, Bytes::copy(image)?)
    }

    /// The lexicon of the words whose labels satisfy an expression, such as ``"csw & !new"`` or ``"level<=35"``. It shares the image.
    /// Raises ``LexcError`` if the image has no labels, or at the fault of the expression.
    fn view(&self, py: Python<'_>, expression: &str) -> PyResult<Lexicon> {
        let image = self.open_image()?.view(expression)?;
        Ok(Lexicon::of(py, self.path.clone(), image))
    }

    /// The labels of ``word``: each flag that it has with ``True``, and each number that it has. ``None`` if ``word`` is not in the
    /// lexicon, or the image has no labels.
    fn labels<'py>(
        &self,
        py: Python<'py>,
        word: Cow<'_, str>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        labels(py, &*self.open_image()?, &word)
    }

    /// The labels of many words: a list for each flag, and one for each number, by name. ``lexc.arrow.labels`` makes a table of them.
    fn label_columns<'py>(&self, words: &Bound<'py, PyAny>) -> PyResult<LabelColumns<'py>> {
        columns(&*self.open_image()?, words)
    }

    fn __contains__(&self, word: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(word) = word.cast::<PyString>() else {
            return Ok(false);
        };
        let mut buffer = [0; MAX_CHARS];
        let chars = short_chars(word, &mut buffer);
        let found = self.image.with(|image| {
            let tiles = image.spelling().read_ascii(chars?.iter().copied())?;
            Some(image.lexicon().contains(&tiles))
        })?;
        if let Some(found) = found {
            return Ok(found);
        }
        let image = self.open_image()?;
        // Text with lone surrogates is not a word. The exception of `to_cow` may start the garbage collector, and a
        // finalizer may close the lexicon, so this code holds no lock.
        let text = word.to_cow();
        Ok(text.is_ok_and(|text| image.spelling().find(&text, image.lexicon()).is_some()))
    }

    fn __len__(&self) -> usize {
        self.word_count as usize
    }

    fn __iter__(&self) -> PyResult<WordIterator> {
        WordIterator::new(Arc::clone(&self.image))
    }

    /// The word at an index, or the list of the words in a slice. Needs a word index.
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let image = self.indexed()?;
        if let Ok(slice) = index.cast::<PySlice>() {
            let places = slice.indices(self.word_count as isize)?;
            let words = (0..places.slicelength as isize).map(|n| {
                let index = places.start + n * places.step;
                image.word_text_at(index, self.word_count)
            });
            return Ok(PyList::new(py, words.collect::<PyResult<Vec<_>>>()?)?.into_any());
        }
        let Ok(index) = index.call_method0("__index__") else {
            return Err(PyTypeError::new_err(
                "a lexicon is indexed by integers and slices (look words up with index)",
            ));
        };
        // An integer beyond `isize` is beyond all words.
        let index = index.extract::<isize>().unwrap_or(isize::MAX);
        Ok(PyString::new(py, &image.word_text_at(index, self.word_count)?).into_any())
    }

    /// The index of a word: the number of words before it in alphabetical order. Needs a word index.
    ///
    /// >>> lexicon.index("scare"), lexicon[4], lexicon[-1], lexicon[:2]
    /// (4, 'SCARE', 'SCARE', ['ACRE', 'CAR'])
    fn index(&self, word: Cow<'_, str>) -> PyResult<u32> {
        let image = self.indexed()?;
        let tiles = image.spelling().word(&word)?;
        let index = image.lexicon().index_of(&tiles);
        index.ok_or_else(|| refused(format_args!("{word:?} is not in the lexicon")))
    }

    /// For each item of an iterable, ``True`` if it is a word, as ``in`` says. Other threads run meanwhile.
    ///
    /// >>> lexicon.contains_many(["care", "race", "Scare"])
    /// [True, False, True]
    fn contains_many(&self, py: Python<'_>, words: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
        let (image, texts) = (self.open_image()?, Texts::of(words)?);
        Ok(py.detach(|| texts.find(&image).map(|word| word.is_some()).collect()))
    }

    /// For each item of an iterable, the index of the word, or ``None`` if it is not a word. Needs a word index. Other threads run
    /// meanwhile.
    ///
    /// >>> lexicon.index_many(["scare", "race"])
    /// [4, None]
    fn index_many(&self, py: Python<'_>, words: &Bound<'_, PyAny>) -> PyResult<Vec<Option<u32>>> {
        let (image, texts) = (self.indexed()?, Texts::of(words)?);
        Ok(py.detach(|| {
            let index = |word: Word| image.lexicon().index_of(&word);
            texts
                .find(&image)
                .map(|word| word.and_then(index))
                .collect()
        }))
    }

    /// Returns ``True`` if a word starts with these tiles; a word is a prefix of itself.
    ///
    /// >>> lexicon.is_prefix("sca"), lexicon.is_prefix("sb")
    /// (True, False)
    fn is_prefix(&self, tiles: Cow<'_, str>) -> PyResult<bool> {
        let image = self.open_image()?;
        let tiles = image.spelling().word(&tiles)?;
        Ok(image.lexicon().is_prefix(&tiles))
    }

    /// The tiles that make a word when put before or after ``word``, which need not be a word itself.
    ///
    /// >>> lexicon.hooks("care")
    /// Hooks(front=('S',), back=('S',))
    fn hooks<'py>(&self, py: Python<'py>, word: Cow<'_, str>) -> PyResult<Bound<'py, PyAny>> {
        let image = self.open_image()?;
        let alphabet = image.lexicon().alphabet();
        let hooks = image.lexicon().hooks(&image.spelling().word(&word)?);
        let texts =
            |tiles: TileSet| PyTuple::new(py, tiles.into_iter().map(|tile| alphabet.text(tile)));
        HOOKS.make(py, (texts(hooks.front)?, texts(hooks.back)?))
    }

    /// The definition of a word; ``None`` if the word has none or is not in the lexicon. Raises ``LexcError`` if the lexicon has no
    /// definitions at all.
    ///
    /// >>> defined = lexc.Lexicon.from_bytes(lexc.compile({"care": "to mind", "scare": ""}))
    /// >>> defined.definition("CARE"), defined.definition("SCARE")
    /// ('to mind', None)
    fn definition(&self, word: Cow<'_, str>) -> PyResult<Option<String>> {
        let image = self.open_image()?;
        if !image.lexicon().has_definitions() {
            return Err(image.bytes().refused(
                "no definitions (compile the image from a dict of words and definitions)",
            ));
        }
        let definition = image.lexicon().definition(&image.spelling().word(&word)?);
        Ok(definition.map(|definition| definition.to_string()))
    }

    /// Returns ``True`` if all of these are words, as an adjudicator rules on a challenge.
    ///
    /// >>> lexicon.judge("CARE", "SCARE"), lexicon.judge("CARE", "RACE")
    /// (True, False)
    #[pyo3(signature = (*words))]
    fn judge(&self, words: Vec<Bound<'_, PyString>>) -> PyResult<bool> {
        for word in words {
            if !self.__contains__(&word)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Number of ways to draw a word from a full bag, with up to two blanks. Orders words of one length by probability.
    ///
    /// >>> sorted(["CARES", "CARE"], key=lexicon.draws, reverse=True)
    /// ['CARES', 'CARE']
    fn draws(&self, word: Cow<'_, str>) -> PyResult<u128> {
        let image = self.open_image()?;
        Ok(draws(
            &image.spelling().word(&word)?,
            image.lexicon().alphabet(),
        ))
    }

    /// The words that meet all conditions, in alphabetical order. ``limit`` keeps only the first of them.
    ///
    /// A condition is a text, a number, or a pair of the least and the greatest number, in which ``None`` sets no limit. A word
    /// must meet each text of a list.
    ///
    /// - ``anagram``: exactly the tiles of the rack; ``?`` is a blank, ``[AEI]`` one of these, ``*`` any further tiles
    /// - ``sub_anagram``: some or all tiles of the rack and no others
    /// - ``pattern``: ``?`` or ``.`` is any tile, ``[AEI]`` one of these, ``[^AEI]`` any other, ``*`` any number of
    ///   tiles
    /// - ``prefix``, ``suffix``, ``contains``: these tiles at the start, at the end, anywhere side by side
    /// - ``extensions``: longer words with this word in them
    /// - ``hooks``: this word plus a tile before or after it
    /// - ``near``: at most one edit from this word; ``"care~2"`` for at most two edits, up to ``"care~3"``
    /// - ``code``: equal characters stand for equal tiles, different ones for different tiles (``ABCCA`` finds YUMMY)
    /// - ``length``, ``vowels``: number of tiles or of vowels, such as ``7``, ``(7, 8)`` or ``"7-8"``
    /// - ``takes_no_hook``: takes no hook at the ``"front"``, at the ``"back"`` or, for ``"either"``, at any side
    /// - ``is_hook``: another word plus a hook at the ``"front"``, at the ``"back"`` or at ``"either"`` side
    ///
    /// >>> lexicon.find(anagram="acer")
    /// ['ACRE', 'CARE']
    /// >>> lexicon.find(pattern="*care*", length=(5, None))
    /// ['CARES', 'SCARE']
    /// >>> lexicon.find(anagram="car?", limit=1)
    /// ['ACRE']
    #[pyo3(signature = (*, limit=None, **conditions))]
    fn find(
        &self,
        py: Python<'_>,
        limit: Option<u64>,
        conditions: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<String>> {
        let image = self.open_image()?;
        let conditions = match conditions {
            Some(arguments) => find::conditions(&image, arguments)?,
            None => Vec::new(),
        };
        find::find(py, &image, conditions, limit.unwrap_or(u64::MAX))
    }

    /// Phrases of up to ``max_words`` words that use all tiles of a rack. Lists each combination of words once.
    ///
    /// >>> lexicon.find_phrases("acrescare", max_words=2)
    /// ['ACRE CARES', 'ACRE SCARE', 'CARE CARES', 'CARE SCARE']
    #[pyo3(signature = (anagram, *, max_words=2, length=None, limit=None))]
    fn find_phrases(
        &self,
        py: Python<'_>,
        anagram: Cow<'_, str>,
        max_words: usize,
        length: Option<Bound<'_, PyAny>>,
        limit: Option<u64>,
    ) -> PyResult<Vec<String>> {
        let image = self.open_image()?;
        find::find_phrases(
            py,
            &image,
            &anagram,
            max_words,
            length,
            limit.unwrap_or(u64::MAX),
        )
    }

    /// The tiles of the alphabet, in its order.
    ///
    /// >>> lexicon.tiles[0]
    /// Tile(text='A', blank='a', value=1, in_bag=9, is_vowel=True)
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let image = self.open_image()?;
        let alphabet = image.lexicon().alphabet();
        let tiles = alphabet.tiles().map(|tile: Tile| {
            let texts = (alphabet.text(tile), alphabet.blank_text(tile));
            let is_vowel = alphabet.is_vowel(tile);
            TILE.make(
                py,
                (
                    texts.0,
                    texts.1,
                    alphabet.value(tile),
                    alphabet.count(tile),
                    is_vowel,
                ),
            )
        });
        PyTuple::new(py, tiles.collect::<PyResult<Vec<_>>>()?)
    }

    /// The name of the alphabet.
    #[getter]
    fn alphabet(&self) -> PyResult<String> {
        Ok(self.open_image()?.lexicon().alphabet().name().to_owned())
    }

    /// The number of blanks in a full bag.
    #[getter]
    fn blank_count(&self) -> PyResult<u16> {
        Ok(self.open_image()?.lexicon().alphabet().blank_count())
    }

    /// The name of the lexicon, which may be empty.
    #[getter]
    fn name(&self) -> PyResult<String> {
        Ok(self.open_image()?.lexicon().name().to_owned())
    }

    /// The identity of the set of words, as ``lexc info`` prints it.
    #[getter]
    fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The path of the image; ``None`` for an image in memory.
    #[getter]
    fn path(&self) -> Option<&PathBuf> {
        self.path.as_ref()
    }

    /// True after ``close``.
    #[getter]
    fn closed(&self) -> bool {
        self.image.is_closed()
    }

    /// Closes the image. Later calls that need it, including those of positions and iterators, raise ``LexcError``. A
    /// call under way in another thread keeps the image until the call returns.
    ///
    /// >>> closed = lexc.Lexicon.from_bytes(lexc.compile(["care"]))
    /// >>> closed.close()
    /// >>> "care" in closed
    /// Traceback (most recent call last):
    /// lexc.LexcError: the lexicon is closed (open it again)
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.image.close());
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyTuple>) {
        self.close(py);
    }

    /// Pickles a mapped lexicon by path and fingerprint, a lexicon in memory with its bytes, and a view by its expression.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let image = self.open_image()?;
        if !self.expression.is_empty() {
            let base = Lexicon::of(py, self.path.clone(), image.base()?);
            let view = py.get_type::<Lexicon>().getattr("view")?;
            return Ok((view, (base, self.expression.as_str()).into_pyobject(py)?));
        }
        match &self.path {
            Some(path) => {
                let arguments = (path, self.fingerprint.as_str()).into_pyobject(py)?;
                Ok((py.import("lexc._lexc")?.getattr("reopen")?, arguments))
            }
            None => {
                let from_bytes = py.get_type::<Lexicon>().getattr("from_bytes")?;
                let bytes = PyBytes::new(py, image.bytes().as_slice());
                Ok((from_bytes, (bytes,).into_pyobject(py)?))
            }
        }
    }

    /// Lexicons with the same words are equal, and so are views of them with the same expression.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Lexicon>();
        other.is_ok_and(|other| {
            let other = other.get();
            (&other.fingerprint, &other.expression) == (&self.fingerprint, &self.expression)
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.fingerprint.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let words = self.word_count;
        match self.open_image() {
            Ok(image) => {
                let (name, alphabet) = (image.lexicon().name(), image.lexicon().alphabet().name());
                let name = if name.is_empty() {
                    String::new()
                } else {
                    format!(" {name:?}")
                };
                format!("<lexc.Lexicon{name} of {words} words, alphabet {alphabet}>")
            }
            Err(_) => format!("<lexc.Lexicon of {words} words, closed>"),
        }
    }
}
