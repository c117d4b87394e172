//! Weights out of a safetensors file, one tensor at a time.
//!
//! Only the header is held; a tensor is read when it is asked for, so loading a model needs little
//! more memory than the model itself.

use half::{bf16, f16};
use safetensors::Dtype;
use safetensors::tensor::{Metadata, TensorInfo};

use crate::error::{Error, Result};
use crate::files::{ModelFiles, OpenFile};

/// The largest header accepted; real ones are some hundred kilobytes.
const LARGEST_HEADER: u64 = 64 << 20;

/// A safetensors file.
pub(crate) struct Weights {
    file: OpenFile,
    data_start: u64,
    header: Metadata,
}

/// A matrix as it stands in a file: floats, or int8 with a scale for each row.
#[derive(Default)]
pub(crate) struct Table {
    pub rows: usize,
    pub columns: usize,
    /// The floats; empty where `quantized` holds the values.
    pub values: Vec<f32>,
    pub quantized: Option<Vec<i8>>,
    /// With `quantized`: what a step of each row is worth.
    pub scales: Vec<f32>,
}

impl Table {
    /// Puts another table's rows below this one's.
    pub(crate) fn append(&mut self, other: Table) -> Result<()> {
        if self.rows == 0 {
            *self = other;
            return Ok(());
        }
        match (&mut self.quantized, other.quantized) {
            (None, None) => self.values.extend(other.values),
            (Some(quantized), Some(more)) => quantized.extend(more),
            _ => return Err(Error::Shape("layers stored partly as int8".to_owned())),
        }
        self.rows += other.rows;
        self.scales.extend(other.scales);
        Ok(())
    }

    /// The same table in floats.
    pub(crate) fn dequantized(self) -> Table {
        let (rows, columns) = (self.rows, self.columns);
        let values = self.into_floats();
        Table { rows, columns, values, quantized: None, scales: Vec::new() }
    }

    /// The values as floats, whatever they were stored as.
    pub(crate) fn into_floats(self) -> Vec<f32> {
        match self.quantized {
            None => self.values,
            Some(quantized) => quantized
                .chunks_exact(self.columns.max(1))
                .zip(&self.scales)
                .flat_map(|(row, scale)| row.iter().map(move |v| f32::from(*v) * scale))
                .collect(),
        }
    }
}

impl Weights {
    pub(crate) fn open(files: &ModelFiles, file: &str) -> Result<Weights> {
        let file = files.open(file)?;
        let damaged = |why: String| Error::damaged(file.path(), why);
        let length = file.length();
        if length < 8 {
            return Err(damaged("shorter than a safetensors header".to_owned()));
        }
        let mut prefix = [0; 8];
        prefix.copy_from_slice(&file.part(0, 8)?);
        let header_length = u64::from_le_bytes(prefix);
        if header_length > LARGEST_HEADER || header_length + 8 > length {
            return Err(damaged("its header does not fit into the file".to_owned()));
        }
        let header = file.part(8, header_length as usize)?;
        let header: Metadata =
            serde_json::from_slice(&header).map_err(|e| damaged(e.to_string()))?;
        let data_start = 8 + header_length;
        let expected = data_start + header.data_len() as u64;
        if expected != length {
            return Err(damaged(format!("{length} bytes where its header speaks of {expected}")));
        }
        Ok(Weights { file, data_start, header })
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.header.info(name).is_some()
    }

    /// A tensor's shape.
    pub(crate) fn shape(&self, name: &str) -> Result<&[usize]> {
        Ok(&self.info(name)?.shape)
    }

    /// A tensor of one dimension, which must have `length` values.
    pub(crate) fn vector(&self, name: &str, length: usize) -> Result<Vec<f32>> {
        let info = self.info(name)?;
        if info.shape != [length] {
            return Err(self.misshapen(name, &info.shape, &format!("{length}")));
        }
        self.floats(info)
    }

    /// A tensor of two dimensions; `X` in int8 has its scales beside it as `X_scale`.
    pub(crate) fn table(&self, name: &str) -> Result<Table> {
        let info = self.info(name)?;
        let &[rows, columns] = &info.shape[..] else {
            return Err(self.misshapen(name, &info.shape, "two dimensions"));
        };
        if info.dtype != Dtype::I8 {
            let values = self.floats(info)?;
            return Ok(Table { rows, columns, values, quantized: None, scales: Vec::new() });
        }
        let bytes = self.bytes(info)?;
        let quantized = Some(bytes.into_iter().map(|b| b as i8).collect());
        let scales = self.vector(&format!("{name}_scale"), rows)?;
        Ok(Table { rows, columns, values: Vec::new(), quantized, scales })
    }

    /// A table which must have this shape.
    pub(crate) fn table_of(&self, name: &str, rows: usize, columns: usize) -> Result<Table> {
        let table = self.table(name)?;
        if (table.rows, table.columns) != (rows, columns) {
            let shape = [table.rows, table.columns];
            return Err(self.misshapen(name, &shape, &format!("{rows} × {columns}")));
        }
        Ok(table)
    }

    fn info(&self, name: &str) -> Result<&TensorInfo> {
        self.header.info(name).ok_or_else(|| {
            Error::damaged(self.file.path(), format!("it holds no tensor \"{name}\""))
        })
    }

    fn misshapen(&self, name: &str, found: &[usize], expected: &str) -> Error {
        let path = self.file.path().display();
        Error::Shape(format!("{path}: \"{name}\" is {found:?} where {expected} was expected"))
    }

    fn bytes(&self, info: &TensorInfo) -> Result<Vec<u8>> {
        let (from, to) = info.data_offsets;
        self.file.part(self.data_start + from as u64, to - from)
    }

    fn floats(&self, info: &TensorInfo) -> Result<Vec<f32>> {
        let bytes = self.bytes(info)?;
        let pairs = || bytes.as_chunks::<2>().0.iter();
        match info.dtype {
            Dtype::F32 => Ok(bytes.as_chunks().0.iter().map(|b| f32::from_le_bytes(*b)).collect()),
            Dtype::F16 => Ok(pairs().map(|b| f16::from_le_bytes(*b).to_f32()).collect()),
            Dtype::BF16 => Ok(pairs().map(|b| bf16::from_le_bytes(*b).to_f32()).collect()),
            other => Err(Error::Unsupported(format!(
                "weights stored as {other:?} ({})",
                self.file.path().display()
            ))),
        }
    }
}
