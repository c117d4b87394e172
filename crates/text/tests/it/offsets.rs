//! Offsets of any text.

use grice_text::CharMap;
use proptest::prelude::*;

proptest! {
    #[test]
    fn every_offset_maps_there_and_back(text in any::<String>(), times in 0..20_usize) {
        let text = text.repeat(times);
        let map = CharMap::new(&text);
        let starts: Vec<usize> =
            text.char_indices().map(|(byte, _)| byte).chain([text.len()]).collect();
        prop_assert_eq!(map.char_len(), starts.len() - 1);
        for (char, &byte) in starts.iter().enumerate() {
            prop_assert_eq!(map.to_char(byte), Some(char));
            prop_assert_eq!(map.to_byte(char), Some(byte));
        }
        prop_assert_eq!(map.to_byte(starts.len()), None);
        for byte in 0..text.len() + 2 {
            prop_assert_eq!(map.to_char(byte).is_some(), text.is_char_boundary(byte));
        }
    }
}
