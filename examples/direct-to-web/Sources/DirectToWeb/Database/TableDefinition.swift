/// What only the text of a `CREATE TABLE` statement tells: collations and `CHECK` constraints.
///
/// What is not understood is left out, so it is of use for forms, and SQLite remains the judge.
public struct TableDefinition: Hashable, Sendable {
  /// The names of collations, by column; columns without one compare bytes (`BINARY`).
  public private(set) var collations: [Identifier: String] = [:]
  /// All `CHECK` constraints, in the order of the text.
  public private(set) var checks: [CheckConstraint] = []

  /// Reads the statement of a table; a view or virtual table gives nothing.
  public init(_ table: Schema.Table) {
    guard table.kind == .table || table.kind == .shadow else { return }
    let tokens = Tokenizer.tokens(of: table.sql)
    guard let open = tokens.firstIndex(where: { $0.token == .symbol("(") }),
      let close = tokens.closing(open)
    else { return }
    for item in tokens[(open + 1)..<close].split(by: { $0 == .symbol(",") }) {
      readCollation(of: item, in: table)
      readChecks(of: item, in: table)
    }
  }

  private mutating func readCollation(of item: ArraySlice<PlacedToken>, in table: Schema.Table) {
    let constraints = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]
    guard let first = item.first?.token, !constraints.contains(where: first.isWord),
      let name = first.name ?? first.textValue, let column = table.column(name)
    else { return }
    for (index, token) in item.outsideOfParentheses() where token.isWord("COLLATE") {
      guard index + 1 < item.endIndex else { return }
      collations[column.name] = item[index + 1].token.name ?? item[index + 1].token.textValue
    }
  }

  private mutating func readChecks(of item: ArraySlice<PlacedToken>, in table: Schema.Table) {
    for (index, token) in item.outsideOfParentheses() where token.isWord("CHECK") {
      let open = index + 1
      guard open < item.endIndex, let close = item.closing(open) else { return }
      var name: String?
      if index - 2 >= item.startIndex, item[index - 2].token.isWord("CONSTRAINT") {
        name = item[index - 1].token.name ?? item[index - 1].token.textValue
      }
      let range = item[open].range.upperBound..<item[close].range.lowerBound
      checks.append(
        CheckConstraint(
          name: name, source: String(decoding: Array(table.sql.utf8)[range], as: UTF8.self),
          tokens: item[(open + 1)..<close].map(\.token), table: table))
    }
  }
}

extension Token {
  /// The name that the token may be.
  var name: String? {
    switch self {
    case .word(let name), .quotedName(let name, _): name
    default: nil
    }
  }

  /// The text in single quotes, which SQLite takes for a name where only a name can be.
  var textValue: String? {
    if case .text(let text) = self { text } else { nil }
  }
}

extension RandomAccessCollection where Element == PlacedToken, Index == Int {
  /// Returns where the parenthesis closes that opens at an index.
  func closing(_ open: Int) -> Int? {
    guard self[open].token == .symbol("(") else { return nil }
    var depth = 0
    for index in open..<endIndex {
      if self[index].token == .symbol("(") { depth += 1 }
      if self[index].token == .symbol(")") { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// Returns the tokens that stand in no parentheses, with their indexes.
  func outsideOfParentheses() -> [(Int, Token)] {
    var depth = 0
    var result: [(Int, Token)] = []
    for index in indices {
      let token = self[index].token
      if token == .symbol(")") { depth -= 1 }
      if depth == 0 { result.append((index, token)) }
      if token == .symbol("(") { depth += 1 }
    }
    return result
  }

  /// Cuts at separators that stand in no parentheses.
  func split(by isSeparator: (Token) -> Bool) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    for (index, token) in outsideOfParentheses() where isSeparator(token) {
      parts.append(self[start..<index])
      start = index + 1
    }
    return parts + [self[start..<endIndex]]
  }
}
