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
    case end
  }

  let kind: Kind
  let position: ClassicPosition
  /// The comments between the token before and this one.
  var comments: [ClassicComment] = []

  /// The token as it is named in a message.
  var name: String {
    switch kind {
    case .word(let text), .sign(let text): "`\(text)`"
    case .integer(let value): "`\(value)`"
    case .number(let value): "`\(value)`"
    case .string: "a string"
    case .end: "the end of the text"
    }
  }

  /// Whether it is a sign with this text.
  func isSign(_ text: String) -> Bool { kind == .sign(text) }

  /// Whether it is one of these words, in any case.
  func isWord(_ texts: String...) -> Bool {
    guard case .word(let word) = kind else { return false }
    return texts.contains(word.lowercased())
  }
}

/// A place in a classic rule file; both numbers count from 1, columns in Unicode scalars.
struct ClassicPosition: Hashable {
  var line = 1
  var column = 1
}

/// One line of a comment.
struct ClassicComment: Equatable {
  var line: Int
  var text: String
}

/// What is wrong with a classic rule file.
struct ClassicFault: Error, Equatable {
  var message: String
  var position: ClassicPosition
  var hint: String?
}
