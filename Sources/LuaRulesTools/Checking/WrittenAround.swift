import LuaSyntax

/// What is written around the lines of a Lua text: loops, and the names of keys.
struct WrittenAround {
  private let syntax: SyntaxTree
  private let starts: LineStarts
  /// Where tables name a key, by the key.
  private var keys: [String: [NamedKey]] = [:]

  /// A line that names a key, and the lines of the table that does so: a rule or a group.
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
      NamedKey(line: line(key), table: lines(table.open...table.close)))
  }

  /// Returns where the innermost loop begins around a line, from 1; `nil` if there is none.
  func loop(around line: Int) -> (line: Int, columns: RuleFinding.Columns)? {
    let start = syntax.blocks.lazy.filter { block in
      ["while", "repeat"].contains(syntax.tokens[block.lowerBound].word)
        && lines(block).contains(line)
    }.map(\.lowerBound).max()
    guard let start else { return nil }
    let token = syntax.tokens[start]
    let before = syntax.tokens.bytes[starts.start(around: token.start)..<token.start]
    let column = String(decoding: before, as: UTF8.self).utf16.count + 1
    return (
      self.line(start), RuleFinding.Columns(start: column, end: column + token.end - token.start)
    )
  }

  /// Returns the line that names a key for the rule in a line, from 1: in the rule, or in a group around
  /// it; `nil` if none does.
  func line(naming key: String, around line: Int) -> Int? {
    keys[key]?.last { $0.table.contains(line) }?.line
  }

  private func line(_ token: Int) -> Int { starts.line(around: syntax.tokens[token].start) + 1 }

  private func lines(_ tokens: ClosedRange<Int>) -> ClosedRange<Int> {
    let last = min(tokens.upperBound, syntax.tokens.count - 1)
    return line(tokens.lowerBound)...max(line(tokens.lowerBound), line(last))
  }
}
