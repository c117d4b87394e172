//! How much a stream unpacks to, found without unpacking more than a limit.

use std::io::Read;

use flate2::read::{DeflateDecoder, ZlibDecoder};
use pdf_extract::{Dictionary, Object, Stream};

/// The LZW decoder has no limit of its own; this much unpacks to 170 MiB at most.
const MOST_LZW: usize = 128 << 10;
const MOST_FILTERS: usize = 6;

/// The size of a stream's data, or `None` when it is over the limit.
pub(super) fn unpacked_size(stream: &Stream, limit: usize) -> Option<usize> {
    let Ok(filters) = stream.filters() else {
        return Some(stream.content.len()).filter(|size| *size <= limit);
    };
    if filters.len() > MOST_FILTERS || row(&stream.dict)? > limit {
        return None;
    }
    let mut data = None;
    for filter in filters {
        let packed = data.as_ref().unwrap_or(&stream.content);
        data = Some(match filter {
            b"FlateDecode" => inflate(packed, limit)?,
            b"LZWDecode" if packed.len() > MOST_LZW => return None,
            b"LZWDecode" | b"ASCII85Decode" => {
                let mut dictionary = Dictionary::new();
                dictionary.set("Filter", Object::Name(filter.to_vec()));
                let step = Stream::new(dictionary, packed.to_vec());
                step.decompressed_content().unwrap_or_default()
            }
            // What the extractor cannot unpack it takes as it is.
            _ => return Some(stream.content.len()).filter(|size| *size <= limit),
        });
    }
    let size = data.as_ref().unwrap_or(&stream.content).len();
    Some(size).filter(|size| *size <= limit)
}

/// Unpacks as the extractor does: without its header, if that is damaged.
pub(super) fn inflate(packed: &[u8], limit: usize) -> Option<Vec<u8>> {
    let mut data = Vec::new();
    let outcome = ZlibDecoder::new(packed).take(limit as u64 + 1).read_to_end(&mut data);
    if outcome.is_err() && data.is_empty() && packed.len() > 2 {
        let raw = DeflateDecoder::new(&packed[2..]);
        // What came before an error counts.
        let _ = raw.take(limit as u64 + 1).read_to_end(&mut data);
    }
    (data.len() <= limit).then_some(data)
}

/// The bytes of a row, which the predictor keeps twice; `None` when they cannot be counted.
fn row(dictionary: &Dictionary) -> Option<usize> {
    let Ok(parameters) = dictionary.get(b"DecodeParms").and_then(Object::as_dict) else {
        return Some(0);
    };
    let number = |key: &[u8]| match parameters.get(key).and_then(Object::as_i64) {
        Ok(n) => usize::try_from(n.max(1)).ok(),
        Err(_) => Some(1),
    };
    number(b"Columns")?.checked_mul(number(b"Colors")?)?.checked_mul(number(b"BitsPerComponent")?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn packed(data: &[u8]) -> Vec<u8> {
        let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), Default::default());
        zlib.write_all(data).unwrap();
        zlib.finish().unwrap()
    }

    fn stream(filters: &[&str], content: Vec<u8>) -> Stream {
        let mut dictionary = Dictionary::new();
        let names = filters.iter().map(|f| Object::Name(f.as_bytes().to_vec())).collect();
        dictionary.set("Filter", Object::Array(names));
        Stream::new(dictionary, content)
    }

    #[test]
    fn a_stream_is_measured_through_all_its_filters() {
        let zeros = vec![0; 1 << 20];
        assert_eq!(
            unpacked_size(&stream(&["FlateDecode"], packed(&zeros)), 1 << 20),
            Some(1 << 20)
        );
        assert_eq!(unpacked_size(&stream(&["FlateDecode"], packed(&zeros)), 1 << 19), None);
        let twice = stream(&["FlateDecode", "FlateDecode"], packed(&packed(&zeros)));
        assert_eq!(unpacked_size(&twice, 1 << 19), None);
        assert_eq!(unpacked_size(&stream(&["DCTDecode"], vec![1; 9]), 10), Some(9));
    }

    #[test]
    fn a_row_wider_than_the_memory_is_refused() {
        let mut wide = stream(&["FlateDecode"], packed(b"x"));
        let mut parameters = Dictionary::new();
        parameters.set("Predictor", 12);
        parameters.set("Columns", 1_i64 << 40);
        wide.dict.set("DecodeParms", Object::Dictionary(parameters));
        assert_eq!(unpacked_size(&wide, 1 << 20), None);
    }
}
