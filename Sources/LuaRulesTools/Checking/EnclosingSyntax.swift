import LuaSyntax

/// The loops, rules and groups that enclose the lines of a Lua text.
struct EnclosingSyntax {
  private let syntax: SyntaxTree
  private let starts: LineStarts
  /// The rules and groups that name a key, by the key.
  private var keys: [String: [NamedKey]] = [:]

  /// The line with the name of a key, and the lines of the rule or group that it belongs to.
  private struct NamedKey {
    let line: Int
    let table: ClosedRange<Int>
  }

  /// - Complexity: O(*n*) for *n* bytes.
  init(_ text: [UInt8]) {
    syntax = SyntaxTree(text)
    starts = LineStarts(text)
    for table in syntax.tables.indices {
      for field in syntax.tables[table].fields {
        guard let name = field.name else { continue }
        switch (syntax.text(name), field.value) {
        case ("key", .string(let key)): add(key, in: table)
        case ("set", .table(let set)):
          for key in syntax.tables[set].fields.compactMap(\.name) { add(key, in: table) }
        default: break
        }
      }
    }
  }

  private mutating func add(_ key: Int, in table: Int) {
    let table = syntax.tables[table]
    keys[syntax.text(key), default: []].append(
      NamedKey(line: line(key), table: lines(table.open..<table.close + 1)))
  }

  /// Returns where the innermost loop that encloses a line begins; lines count from 1.
  func loop(enclosing line: Int) -> (line: Int, columns: RuleFinding.Columns)? {
    let start = syntax.statements.lazy.filter { statement in
      switch statement.kind {
      case .while, .repeat: lines(statement.tokens).contains(line)
      default: false
      }
    }.map(\.tokens.lowerBound).max()
    guard let start else { return nil }
    let token = syntax.tokens[start]
    let before = syntax.tokens.bytes[starts.start(around: token.start)..<token.start]
    let column = String(decoding: before, as: UTF8.self).utf16.count + 1
    return (
      self.line(start), RuleFinding.Columns(start: column, end: column + token.end - token.start)
    )
  }

  /// Returns the line with the name of a key, in the innermost rule or group that encloses a line and names
  /// it; lines count from 1.
  func line(naming key: String, enclosing line: Int) -> Int? {
    keys[key]?.last { $0.table.contains(line) }?.line
  }

  private func line(_ token: Int) -> Int { starts.line(around: syntax.tokens[token].start) + 1 }

  private func lines(_ tokens: Range<Int>) -> ClosedRange<Int> {
    line(tokens.lowerBound)...line(tokens.upperBound - 1)
  }
}
