/// A decision table as it stands in a spreadsheet, with cells that were understood.
package struct DecisionTable: Sendable {
  /// A column with a name that Lua can read, such as `customer.age`.
  package struct Column: Sendable {
    package let name: String
    package let type: ColumnType
  }

  /// A row, in the line in which it begins.
  package struct Row: Sendable {
    package let line: Int
    package let inputs: [InputCell]
    package let outputs: [OutputCell]
    /// What a column of comments says.
    package let doc: String?
  }

  package let inputs: [Column]
  package let outputs: [Column]
  package let rows: [Row]
  package let policy: TablePolicy
}

/// How the rows of a table answer together, by the words of hit policies.
package enum TablePolicy: String, Sendable, CaseIterable {
  case first, unique, any, priority, collect, sum, minimum, maximum, count
  case firstDeclared = "first-declared"
  case collectDeclared = "collect-declared"
  case outputOrder = "output-order"

  /// Reads the word of a hit policy, or the letter that DMN has for it; `nil` for another text.
  package init?(_ text: String) {
    let word = text.lowercased().replacing(" ", with: "-")
    if let policy = TablePolicy(rawValue: word) {
      self = policy
      return
    }
    switch text.uppercased() {
    case "U": self = .unique
    case "A": self = .any
    case "P": self = .priority
    case "F": self = .firstDeclared
    case "R", "RULE ORDER": self = .collectDeclared
    case "O": self = .outputOrder
    case "C": self = .collect
    case "C+": self = .sum
    case "C<": self = .minimum
    case "C>": self = .maximum
    case "C#": self = .count
    default: return nil
    }
  }

  /// Whether the answer is a list of what rows give.
  package var givesList: Bool {
    switch self {
    case .collect, .collectDeclared, .outputOrder: true
    default: false
    }
  }
}

/// What a column holds.
package enum ColumnType: Hashable, Sendable {
  case text, integer, number, boolean, date
  /// One of some texts.
  case enumeration([String])

  /// Reads a type of a header; `nil` for an unknown word.
  init?(_ text: String) {
    if text.contains("|") {
      let texts = text.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmed }
      guard texts.allSatisfy({ !$0.isEmpty }) else { return nil }
      self = .enumeration(texts)
      return
    }
    switch text.lowercased() {
    case "text", "string": self = .text
    case "integer", "int": self = .integer
    case "number", "decimal", "double": self = .number
    case "boolean", "bool": self = .boolean
    case "date": self = .date
    default: return nil
    }
  }

  /// The words for types, as an error lists them.
  static let words = "text, integer, number, boolean, date, or values with `|` between them"
}

/// What is wrong with a table, and where.
package struct DecisionTableFault: Error, Sendable {
  package let message: String
  /// The line, from 1.
  package let line: Int
  package var hint: String?

  init(_ message: String, line: Int, hint: String? = nil) {
    self.message = message
    self.line = line
    self.hint = hint
  }
}

extension StringProtocol {
  /// The text without spaces at its ends.
  var trimmed: String {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex
    return start < end ? String(self[start..<end]) : ""
  }
}
