import Foundation
import GRDB

extension String {
  /// The text without case and accents: `Gonçalves` is `goncalves`, `Straße` is `strasse`.
  ///
  /// Marks of scripts where they make another letter, such as か and が, stay.
  var foldedText: String {
    var folded = String.UnicodeScalarView()
    for scalar in decomposedStringWithCanonicalMapping.unicodeScalars {
      if let letters = Self.letters[scalar] {
        folded.append(contentsOf: letters.unicodeScalars)
      } else if !(0x300...0x36F).contains(scalar.value) {
        folded.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return String(folded).precomposedStringWithCanonicalMapping
  }

  /// Letters that Unicode does not take apart, and that people look for by plain ones.
  private static let letters: [Unicode.Scalar: String] = [
    "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o",
    "ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "ı": "i", "ς": "σ",
  ]
}

extension DatabaseFunction {
  /// ``Swift/String/foldedText`` for statements of ours: `direct_to_web_folded(text)`.
  static let foldedText = DatabaseFunction(
    "direct_to_web_folded", argumentCount: 1, pure: true
  ) { arguments in
    guard case .string(let text) = arguments[0].storage else { return arguments[0] }
    return text.foldedText
  }
}
