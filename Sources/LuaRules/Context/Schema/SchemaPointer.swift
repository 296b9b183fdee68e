/// A JSON pointer (RFC 6901) to a position in a schema.
struct SchemaPointer: Hashable {
  /// The names and positions on the path, outermost first.
  var steps: [String] = []

  /// Returns the pointer that is one step longer.
  func appending(_ step: String) -> SchemaPointer {
    SchemaPointer(steps: steps + [step])
  }

  /// The pointer as a URI fragment, such as `#/properties/todo`.
  var text: String {
    steps.reduce(into: "#") { text, step in
      text += "/"
      for character in step.unicodeScalars {
        switch character {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(character)
        }
      }
    }
  }
}

extension SchemaPointer {
  /// Creates a pointer from a reference within the document, such as `#/$defs/Todo`.
  ///
  /// `nil` for a reference to another document or to an anchor.
  init?(reference: String) {
    guard reference.utf8.first == UInt8(ascii: "#") else { return nil }
    let fragment = Self.decodingPercents(reference.utf8.dropFirst())
    guard let fragment else { return nil }
    if fragment.isEmpty { return }
    guard fragment.first == UInt8(ascii: "/") else { return nil }
    for step in fragment.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      steps.append(Self.unescaped(step))
    }
  }

  private static func unescaped(_ step: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var isAfterTilde = false
    for byte in step {
      if isAfterTilde {
        isAfterTilde = false
        switch byte {
        case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
        default: bytes += [UInt8(ascii: "~"), byte]
        }
      } else if byte == UInt8(ascii: "~") {
        isAfterTilde = true
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func decodingPercents(_ text: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst(), let low = rest.popFirst(),
        let first = Character(Unicode.Scalar(high)).hexDigitValue,
        let second = Character(Unicode.Scalar(low)).hexDigitValue
      else { return nil }
      bytes.append(UInt8(first << 4 | second))
    }
    return bytes
  }
}
