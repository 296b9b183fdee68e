import LuaBridge
import LuaBytecode

/// Where the tables that a file returned were written.
///
/// A rule has the line of the file that made it, or called the function that made it. But if one line of the
/// file calls one function that makes rules in several lines, which make rules for no other line of the
/// file, each rule has its line in the function.
package struct TablePlaces: Sendable {
  /// Where a table was written.
  package struct Place {
    /// `nil` if it is not known, or in another file.
    package var line: Int?
    /// The table in the code; `nil` if only the line is known.
    package var written: WrittenTable?
  }

  private let chunk: Int
  private let written: WrittenTables?
  /// The lines of functions that tell more than the line that called the function.
  private let preciseLines: Set<LuaTableOrigin.Line>

  /// Finds the places of the tables in a file's result.
  ///
  /// - Parameters:
  ///   - node: The result.
  ///   - chunk: The number of the file.
  ///   - outline: What its compiled form tells.
  /// - Complexity: O(*n* log *n*) in the number of instructions, and O(*t*) for *t* tables.
  package init(_ node: LuaNode, ofChunk chunk: Int, _ outline: FileOutline?) {
    self.chunk = chunk
    var calls = HelperCalls()
    var hasFunctions = false
    if case .table(let table) = node {
      hasFunctions = table.allOrigins.contains { $0.function != 0 && $0.code.chunk == chunk }
      if hasFunctions { calls.note(rulesIn: table) }
    }
    preciseLines = calls.preciseLines
    let tables = outline?.tables
    written =
      hasFunctions
      ? (try? outline.map { try FileOutline($0.bytes, findsTablesOfFunctions: true) })?.tables
        ?? tables : tables
  }

  /// Returns where a table was written.
  package func place(of table: LuaNodeTable) -> Place {
    guard let origin = table.origin else { return Place() }
    let isPrecise = !preciseLines.isEmpty && preciseLines.contains(origin.code)
    let line = isPrecise || origin.file.chunk != chunk ? origin.code : origin.file
    guard line.chunk == chunk else { return Place() }
    guard line == origin.code else { return Place(line: Int(line.line)) }
    let written = written?.table(
      at: Int(line.line), elements: table.elements.count, names: table.fields.map(\.name))
    return Place(line: written?.line ?? Int(line.line), written: written)
  }

  /// Returns where a value was written, if it is a table.
  package func place(of node: LuaNode) -> Place {
    if case .table(let table) = node { place(of: table) } else { Place() }
  }
}

/// The code in functions that made rules, and the lines of the file that called the functions.
private struct HelperCalls {
  private var callers: [LuaTableOrigin.Line: Set<LuaTableOrigin.Line>] = [:]
  private var called: [LuaTableOrigin.Line: Set<Code>] = [:]

  private struct Code: Hashable {
    let line: LuaTableOrigin.Line
    let function: Int32
  }

  /// The lines of functions that tell more than the lines that called the functions.
  var preciseLines: Set<LuaTableOrigin.Line> {
    var lines: Set<LuaTableOrigin.Line> = []
    for (caller, codes) in called where codes.count > 1 {
      let functions = Set(codes.map { [$0.line.chunk, $0.function] })
      if functions.count == 1, codes.allSatisfy({ callers[$0.line] == [caller] }) {
        lines.formUnion(codes.map(\.line))
      }
    }
    return lines
  }

  /// Notes the rules of a list or a group.
  mutating func note(rulesIn table: LuaNodeTable) {
    for case .table(let rule) in table.elements {
      if let origin = rule.origin, origin.function != 0, origin.file != origin.code {
        callers[origin.code, default: []].insert(origin.file)
        called[origin.file, default: []].insert(Code(line: origin.code, function: origin.function))
      }
      note(rulesIn: rule)
    }
    if case .table(let rules)? = table["rules"] ?? table["rows"] { note(rulesIn: rules) }
  }
}
