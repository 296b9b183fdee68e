import LuaBridge

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// JSON texts in and out, exact in both directions.
///
/// Reading is not left to `JSONDecoder`, which cannot tell `3.0` from `3` or
/// rounds an integer beyond 64 bits, merges names that are canonically
/// equivalent, and takes `[1,]`.
package enum JSON {
  /// How many levels lists and objects may nest, in and out.
  ///
  /// Small enough for the stack of a thread that is not the first (512 KB on
  /// macOS) in a debug build, where a level costs up to 4 KB.
  package static let maximumDepth = 100

  /// What becomes of an integer that does not fit into 64 bits.
  package enum LargeIntegers: Sendable {
    /// It is an error.
    case refused
    /// It becomes the nearest floating-point number.
    case rounded
  }

  /// Reads a JSON text.
  ///
  /// Numbers without fraction and exponent become `integer`, all others
  /// `number`. `null` stays `null`, in lists too. An empty list and an empty
  /// object both become an empty table; the declared type tells them apart.
  /// A byte order mark at the beginning is skipped.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - largeIntegers: What becomes of integers beyond 64 bits.
  ///   - isPrivate: Whether messages show nothing of what the text holds.
  /// - Returns: The value.
  /// - Throws: ``JSONReadingError`` with the line and the column.
  /// - Complexity: O(*n* log *n*) for *n* bytes, O(*n*) when names are sorted.
  package static func read(
    _ bytes: [UInt8], largeIntegers: LargeIntegers = .refused, isPrivate: Bool = false
  ) throws(JSONReadingError) -> LuaValue {
    var reader = JSONReader(bytes, largeIntegers: largeIntegers, isPrivate: isPrivate)
    return try reader.readDocument()
  }

  /// Reads a JSON text from data.
  package static func read(_ data: Data) throws(JSONReadingError) -> LuaValue {
    try read([UInt8](data))
  }

  /// Reads a JSON text from a string.
  package static func read(
    _ text: String, isPrivate: Bool = false
  ) throws(JSONReadingError) -> LuaValue {
    try read([UInt8](text.utf8), isPrivate: isPrivate)
  }

  /// Writes a value as JSON on one line, names in byte order at every level.
  ///
  /// - Parameters:
  ///   - value: The value, as ``ValueType/check(_:)`` returns it.
  ///   - type: Decides where the value does not: `{}` or `[]`, `3` or `3.0`,
  ///     ISO 8601 for dates, base64 for data.
  ///   - object: The text for a Swift value, printed as a JSON string;
  ///     `nil` makes the value an error.
  /// - Returns: The text, without a line break at the end.
  /// - Throws: ``JSONWritingError`` for what JSON cannot say.
  package static func write(
    _ value: LuaValue, as type: ValueType = .any,
    object: @escaping (ObjectHandle) -> String? = { _ in nil }
  ) throws(JSONWritingError) -> String {
    var writer = JSONWriter(object: object)
    try writer.write(value, as: type)
    return writer.text
  }
}

/// A text that is not JSON, or not JSON that can be taken exactly.
package struct JSONReadingError: Error, Hashable, CustomStringConvertible {
  /// What is wrong: lower case, one line, without the place.
  package var message: String
  /// The line, from 1.
  package var line: Int
  /// The column in Unicode scalars, from 1.
  package var column: Int

  /// The place and the message.
  package var description: String { "line \(line), column \(column): \(message)" }
}

/// A value that has no JSON form.
package struct JSONWritingError: Error, Hashable, CustomStringConvertible {
  /// What is wrong: lower case, one line, without the place.
  package var message: String
  /// The way to the value, outermost first; empty for the value itself.
  package var path: [String]

  /// The message, with the way to the value where there is one.
  package var description: String {
    path.isEmpty ? message : "`\(path.joined(separator: "."))`: \(message)"
  }
}
