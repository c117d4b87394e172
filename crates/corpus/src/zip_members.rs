//! Opens a zip archive whose directory can be trusted: not too long for memory, and with no data
//! that belongs to two members.

use std::io::{self, Read, Seek, SeekFrom};

use zip::ZipArchive;

/// The directory is kept in memory, some hundred bytes a member.
const MOST_MEMBERS: u64 = 1_000_000;

/// Opens an archive, or says what is wrong with it.
pub(crate) fn open<R: Read + Seek>(mut reader: R) -> Result<ZipArchive<R>, String> {
    let broken =
        |e: &dyn std::fmt::Display| format!("is no whole zip archive ({e}); fetch it again");
    let members = member_count(&mut reader).map_err(|e| broken(&e))?;
    if members > MOST_MEMBERS {
        return Err(format!(
            "has {members} members, more than the {MOST_MEMBERS} that are read; unpack it and ingest the folder"
        ));
    }
    let mut zip = ZipArchive::new(reader).map_err(|e| broken(&e))?;
    match zip.has_overlapping_entries() {
        Ok(false) => Ok(zip),
        Ok(true) => {
            Err("has members that share their data, as an archive bomb does; nothing of it is read"
                .to_owned())
        }
        Err(e) => Err(broken(&e)),
    }
}

/// The number of members that the end of the archive tells; 0 if it has no end record.
fn member_count(reader: &mut (impl Read + Seek)) -> io::Result<u64> {
    const END: &[u8] = b"PK\x05\x06";
    const END_64: &[u8] = b"PK\x06\x06";
    let length = reader.seek(SeekFrom::End(0))?;
    // A record of 22 bytes, a comment of up to 64 KiB, and the records of zip64 before them.
    let tail = length.min((64 << 10) + 22 + 20 + 56);
    reader.seek(SeekFrom::Start(length - tail))?;
    let mut bytes = Vec::new();
    reader.take(tail).read_to_end(&mut bytes)?;
    let number = |marker: &[u8], at: usize, size: usize| {
        let found = memchr::memmem::rfind(&bytes, marker)? + at;
        let digits = bytes.get(found..found + size)?;
        Some(digits.iter().rev().fold(0, |n: u64, b| n << 8 | u64::from(*b)))
    };
    let short = number(END, 10, 2).unwrap_or(0);
    Ok(number(END_64, 32, 8).unwrap_or(0).max(short))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn archive(members: usize) -> Vec<u8> {
        let mut zip = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        for i in 0..members {
            zip.start_file(format!("{i}.txt"), zip::write::SimpleFileOptions::default()).unwrap();
            zip.write_all(b"Some words.").unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    #[test]
    fn the_number_of_members_is_known_before_the_directory_is_read() {
        assert_eq!(member_count(&mut io::Cursor::new(archive(3))).unwrap(), 3);
        assert_eq!(member_count(&mut io::Cursor::new(archive(70_000))).unwrap(), 70_000);
        assert_eq!(member_count(&mut io::Cursor::new(b"none".to_vec())).unwrap(), 0);
    }

    #[test]
    fn too_many_members_are_refused() {
        let mut bytes = archive(70_000);
        let at = memchr::memmem::rfind(&bytes, b"PK\x06\x06").unwrap() + 32;
        bytes[at..at + 8].copy_from_slice(&50_000_000_u64.to_le_bytes());
        assert!(open(io::Cursor::new(bytes)).unwrap_err().contains("50000000 members"));
    }

    #[test]
    fn members_that_share_their_data_are_refused() {
        let mut bytes = archive(2);
        assert_eq!(open(io::Cursor::new(bytes.clone())).unwrap().len(), 2);
        // The second entry of the directory now points to the first member.
        let second = memchr::memmem::rfind(&bytes, b"PK\x01\x02").unwrap();
        bytes[second + 42..second + 46].fill(0);
        assert!(open(io::Cursor::new(bytes)).unwrap_err().contains("share their data"));
    }
}
