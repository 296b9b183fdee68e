/// A word, number, string or sign of a classic rule file.
struct ClassicToken: Equatable {
  enum Kind: Equatable {
    /// A key, a path of keys, or a word of the language.
    case word(String)
    case integer(Int64)
    case number(Double)
    case string(String)
    /// An operator, a bracket, or `*true*` and `*false*`.
    case sign(String)
    /// Text that is no token; its mistake is told by the lexer.
    case invalid
    case end
  }

  let kind: Kind
  let position: ClassicPosition
  /// The position behind the token.
  let end: ClassicPosition
  /// The comments between the previous token and this one.
  var comments: [ClassicComment] = []

  /// The name of the token for a message.
  var name: String {
    switch kind {
    case .word(let text), .sign(let text): "`\(text)`"
    case .integer(let value): "`\(value)`"
    case .number(let value): "`\(value)`"
    case .string: "a string"
    case .invalid: "a mistake"
    case .end: "the end of the text"
    }
  }

  /// Returns whether the token is a sign with this text.
  func isSign(_ text: String) -> Bool { kind == .sign(text) }

  /// Returns whether the token is one of these words, ignoring case.
  func isWord(_ texts: String...) -> Bool {
    guard case .word(let word) = kind else { return false }
    return texts.contains(word.lowercased())
  }
}

/// A position in a classic rule file; lines and columns count from 1, columns
/// in Unicode scalars.
struct ClassicPosition: Hashable, Comparable {
  var line = 1
  var column = 1

  static func < (left: ClassicPosition, right: ClassicPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// One line of a comment.
struct ClassicComment: Equatable {
  var line: Int
  var text: String
}

/// An error in a classic rule file.
struct ClassicFault: Error, Equatable {
  var message: String
  var position: ClassicPosition
  var hint: String?
  /// Whether the rule is complete in front of it, so that the next line begins another rule.
  var isBehindRule = false
}
