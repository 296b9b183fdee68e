import LuaSyntax

/// The loops, rules and groups that enclose the lines of a file.
struct EnclosingSyntax {
  private let file: WrittenFile
  /// The rules and groups that name a key, by the key.
  private var keys: [String: [NamedKey]] = [:]

  /// The line with the name of a key, and the lines of the rule or group that it belongs to.
  private struct NamedKey {
    let line: Int
    let table: ClosedRange<Int>
  }

  /// The loops with a condition, by their lines and their first tokens.
  private var loops: [(lines: ClosedRange<Int>, token: Int)] = []

  private var syntax: SyntaxTree { file.syntax }

  /// - Complexity: O(*n*) for *n* bytes.
  init(_ file: WrittenFile) {
    self.file = file
    for statement in file.syntax.statements {
      switch statement.kind {
      case .while, .repeat:
        loops.append((lines(statement.tokens), statement.tokens.lowerBound))
      default: break
      }
    }
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
      NamedKey(line: file.line(ofToken: key), table: lines(table.open..<table.close + 1)))
  }

  /// Returns where the innermost loop that encloses a line begins; lines count from 1.
  func loop(enclosing line: Int) -> (line: Int, columns: RuleFinding.Columns)? {
    guard let start = loops.lazy.filter({ $0.lines.contains(line) }).map(\.token).max() else {
      return nil
    }
    return (file.line(ofToken: start), file.columns(of: start..<start + 1))
  }

  /// Returns the line with the name of a key, in the innermost rule or group that encloses a line and names
  /// it; lines count from 1.
  func line(naming key: String, enclosing line: Int) -> Int? {
    keys[key]?.last { $0.table.contains(line) }?.line
  }

  private func lines(_ tokens: Range<Int>) -> ClosedRange<Int> {
    file.line(ofToken: tokens.lowerBound)...file.line(ofToken: tokens.upperBound - 1)
  }
}
