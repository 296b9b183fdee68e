import Foundation
import GRDB

extension Value {
  /// Reads a column of a row that a statement stands on.
  init(column index: Int, of row: Row) throws {
    // INVARIANT: this comes first. It makes SQLite convert text of a UTF-16 file to UTF-8 in place.
    let stored: DatabaseValue = row[index]
    switch stored.storage {
    case .null: self = .null
    case .int64(let value): self = .integer(value)
    case .double(let value): self = .real(value)
    case .blob(let data): self = .blob([UInt8](data))
    case .string(let text):
      // GRDB reads to the first NUL and repairs what is not UTF-8, so the bytes are read once more.
      let bytes = try row.withUnsafeData(atIndex: index) { [UInt8]($0 ?? Data()) }
      if bytes.elementsEqual(text.utf8) {
        self = .text(text)
      } else {
        self = String(validating: bytes, as: UTF8.self).map(Value.text) ?? .malformedText(bytes)
      }
    }
  }
}
