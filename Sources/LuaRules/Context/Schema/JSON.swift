import LuaBridge

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An exact reader and writer of JSON texts.
///
/// `JSONDecoder` is not used for reading: it cannot tell `3.0` from `3` or
/// rounds an integer beyond 64 bits, merges names that are canonically
/// equivalent, and accepts `[1,]`.
package enum JSON {
  /// The maximum nesting depth of lists and objects, for reading and writing.
  ///
  /// The depth fits the stack of a secondary thread (512 KB on macOS) in a
  /// debug build, where a level needs up to 4 KB.
  package static let maximumDepth = 100

  /// How an integer is read that does not fit into 64 bits.
  package enum LargeIntegers: Sendable {
    /// It is an error.
    case refused
    /// It becomes the nearest floating-point number.
    case rounded
  }

  /// Reads a JSON text.
  ///
  /// Numbers without fraction and exponent become `integer`, all others
  /// `number`. `null` stays `null`, in lists too. An empty object becomes an
  /// empty table that is an object.
  /// A byte order mark at the beginning is skipped.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - largeIntegers: How integers beyond 64 bits are read.
  ///   - isPrivate: Whether messages must not show contents of the text.
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
  ///   - type: Decides where the value is ambiguous: `{}` or `[]` for a table of
  ///     Lua, `3` or `3.0`,
  ///     ISO 8601 for dates, base64 for data.
  ///   - object: Returns the text for a Swift value, which is printed as a JSON
  ///     string; `nil` makes the value an error.
  /// - Returns: The text, without a line break at the end.
  /// - Throws: ``JSONWritingError`` for a value that JSON cannot express.
  package static func write(
    _ value: LuaValue, as type: ValueType = .any,
    object: @escaping (ObjectHandle) -> String? = { _ in nil }
  ) throws(JSONWritingError) -> String {
    var writer = JSONWriter(object: object)
    try writer.write(value, as: type)
    return writer.text
  }
}

/// A text that is not JSON, or that cannot be read exactly.
package struct JSONReadingError: Error, Hashable, CustomStringConvertible {
  /// What is wrong: lower case, one line, without the place.
  package var message: String
  /// The line, from 1.
  package var line: Int
  /// The column in Unicode scalars, from 1.
  package var column: Int
  /// The names of the objects' members around the place, outermost first.
  package var path: [String] = []
  /// Whether the text is JSON, with an integer that does not fit into 64 bits.
  package var isLargeInteger = false

  /// The place and the message.
  package var description: String { "line \(line), column \(column): \(message)" }
}

/// A value that has no JSON form.
package struct JSONWritingError: Error, Hashable, CustomStringConvertible {
  /// What is wrong: lower case, one line, without the place.
  package var message: String
  /// The path to the value, outermost step first; empty for the value itself.
  package var path: [String]

  /// The message, with the path to the value if there is one.
  package var description: String {
    path.isEmpty ? message : "`\(path.joined(separator: "."))`: \(message)"
  }
}
