//! Runs the extractor and hands out the text of each page.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::sync::mpsc::SyncSender;

use pdf_extract::{
    ColorSpace, ConvertToFmt, Document, MediaBox, OutputDev, OutputError, Path, PlainTextOutput,
    Transform, output_doc,
};

/// The most text a page may have; a font may map one character to a megabyte.
const MOST_TEXT: usize = 16 << 20;

/// What the extractor tells.
pub(super) enum Message {
    /// A page's text.
    Page(String),
    /// The end, and how it went.
    End(Result<(), String>),
}

/// Sends the pages of a document that was found harmless.
pub(super) fn output(doc: &Document, send: &SyncSender<Message>) -> Result<(), String> {
    let page = Page::default();
    let text = PlainTextOutput::new(page.clone());
    output_doc(doc, &mut Pages { send, page, text }).map_err(|e| e.to_string())
}

/// The text of the page at hand, also held by the extractor.
#[derive(Clone, Default)]
struct Page(Rc<RefCell<String>>);

impl fmt::Write for Page {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut page = self.0.borrow_mut();
        if page.len() + text.len() > MOST_TEXT {
            return Err(fmt::Error);
        }
        page.push_str(text);
        Ok(())
    }
}

impl ConvertToFmt for Page {
    type Writer = Page;

    fn convert(self) -> Page {
        self
    }
}

struct Pages<'s> {
    send: &'s SyncSender<Message>,
    page: Page,
    text: PlainTextOutput<Page>,
}

type Output = Result<(), OutputError>;

impl OutputDev for Pages<'_> {
    fn begin_page(
        &mut self,
        number: u32,
        area: &MediaBox,
        art: Option<(f64, f64, f64, f64)>,
    ) -> Output {
        self.page.0.borrow_mut().clear();
        self.text = PlainTextOutput::new(self.page.clone());
        self.text.begin_page(number, area, art)
    }

    fn end_page(&mut self) -> Output {
        self.text.end_page()?;
        let text = std::mem::take(&mut *self.page.0.borrow_mut());
        self.send.send(Message::Page(text)).map_err(|_| OutputError::FormatError(fmt::Error))
    }

    fn output_character(
        &mut self,
        place: &Transform,
        width: f64,
        spacing: f64,
        size: f64,
        text: &str,
    ) -> Output {
        self.text.output_character(place, width, spacing, size, text)
    }

    fn begin_word(&mut self) -> Output {
        self.text.begin_word()
    }

    fn end_word(&mut self) -> Output {
        self.text.end_word()
    }

    fn end_line(&mut self) -> Output {
        self.text.end_line()
    }

    fn stroke(&mut self, _: &Transform, _: &ColorSpace, _: &[f64], _: &Path) -> Output {
        Ok(())
    }

    fn fill(&mut self, _: &Transform, _: &ColorSpace, _: &[f64], _: &Path) -> Output {
        Ok(())
    }
}
