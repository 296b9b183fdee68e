import LuaRules
import LuaSyntax

// The tests of a file.

extension RuleFileOutline {
  mutating func addTests(in table: Int) {
    addParts(ofTest: table)
    for field in syntax.tables[table].fields where field.name == nil {
      if case .table(let test) = field.value { addTest(test, parent: nil) }
    }
  }

  private mutating func addTest(_ table: Int, parent: Int?) {
    var name = "a test"
    let first = syntax.tables[table].fields.first { $0.name == nil }
    if case .string(let token)? = first?.value {
      name = syntax.text(token)
    }
    let number = tests.count
    tests.append(OutlinedTest(table: table, parent: parent, name: name))
    tests[number].keys = addParts(ofTest: table)
    guard case .table(let cases)? = syntax.field("cases", of: table)?.value else { return }
    tests[number].isGroup = true
    if syntax.field("given", of: table) != nil { return addRows(in: cases, of: number) }
    for field in syntax.tables[cases].fields {
      if case .table(let test) = field.value { addTest(test, parent: number) }
    }
  }

  /// Adds the rows of a table of cases, which are named by their given values.
  private mutating func addRows(in cases: Int, of parent: Int) {
    func texts(_ name: String) -> [String] {
      guard case .table(let list)? = syntax.field(name, of: tests[parent].table)?.value else {
        return []
      }
      return syntax.tables[list].fields.compactMap { field in
        if case .string(let token) = field.value { syntax.text(token) } else { nil as String? }
      }
    }
    let (given, expected) = (texts("given"), texts("expect"))
    for field in syntax.tables[cases].fields {
      guard case .table(let row) = field.value else { continue }
      let values = syntax.tables[row].fields.prefix(given.count).map { cell in
        if case .string(let token) = cell.value {
          return LuaValue.string(syntax.text(token)).literal
        }
        let bytes = syntax.tokens[cell.start].start..<syntax.tokens[cell.end].end
        return String(decoding: syntax.tokens.bytes[bytes], as: UTF8.self)
      }
      tests.append(
        OutlinedTest(
          table: row, parent: parent, name: values.joined(separator: ", "), keys: expected,
          isRow: true))
    }
  }

  /// Adds the names in the context and in the expectations; returns the expected keys.
  @discardableResult
  private mutating func addParts(ofTest table: Int) -> [String] {
    var keys: [String] = []
    for field in syntax.tables[table].fields {
      guard let token = field.name, case .table(let inner) = field.value else { continue }
      switch syntax.text(token) {
      case "context": addNames(of: inner, below: [], .given)
      case "given": addTexts(of: inner, .given)
      case "expect", "errors":
        addTexts(of: inner, .expected)
        for field in syntax.tables[inner].fields {
          guard let name = field.name else { continue }
          keys.append(syntax.text(name))
          add(names: syntax.text(name), name, below: [], .expected)
        }
      default: break
      }
    }
    return keys
  }

  private mutating func addTexts(of table: Int, _ kind: PathUse.Kind) {
    for field in syntax.tables[table].fields where field.name == nil {
      if case .string(let token) = field.value {
        add(names: syntax.text(token), token, below: [], kind)
      }
    }
  }
}
