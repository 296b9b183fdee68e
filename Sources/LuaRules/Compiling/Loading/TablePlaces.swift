import LuaBridge
import LuaBytecode

/// Where the tables that a file returned were written.
///
/// A rule has the line of the file that made it or called the function that made it. If one call makes
/// rules in several lines of a function, and no other call does, each has its line in the function.
struct TablePlaces: Sendable {
  /// Where a table was written.
  struct Place {
    /// `nil` if it is not known, or in another file.
    var line: Int?
    /// The table in the code; `nil` if only the line is known.
    var written: WrittenTable?
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
  /// - Complexity: O(*n* log *n*) in the number of instructions.
  init(_ node: LuaNode, ofChunk chunk: Int, _ outline: FileOutline?) {
    self.chunk = chunk
    var calls = HelperCalls()
    if case .table(let table) = node, table.allOrigins.contains(where: { $0.file != $0.code }) {
      calls.note(elementsOf: table)
    }
    preciseLines = calls.preciseLines
    let hasFunctions = preciseLines.contains { $0.chunk == chunk }
    written = outline.map { outline in
      if hasFunctions, let main = try? CompiledFunction.decode(outline.bytes) {
        WrittenTables(main)
      } else {
        WrittenTables(outline.main, functionLines: outline.functions.map(\.line))
      }
    }
  }

  /// Returns where a table was written.
  func place(of table: LuaNodeTable) -> Place {
    guard let origin = table.origin else { return Place() }
    let line = preciseLines.contains(origin.code) ? origin.code : origin.file ?? origin.code
    guard line.chunk == chunk else { return Place() }
    guard line == origin.code else { return Place(line: Int(line.line)) }
    let written = written?.table(at: Int(line.line), names: table.fields.map(\.name))
    return Place(line: written?.line ?? Int(line.line), written: written)
  }

  /// Returns where a value was written, if it is a table.
  func place(of node: LuaNode) -> Place {
    if case .table(let table) = node { place(of: table) } else { Place() }
  }
}

/// The functions that made rules, and the lines of the file that called them.
private struct HelperCalls {
  private var callers: [LuaTableOrigin.Line: Set<LuaTableOrigin.Line>] = [:]
  private var called: [LuaTableOrigin.Line: Set<LuaTableOrigin.Line>] = [:]

  /// The lines of functions with one caller that makes rules in several lines.
  var preciseLines: Set<LuaTableOrigin.Line> {
    Set(
      callers.lazy.filter { [called] _, lines in
        lines.count == 1 && lines.allSatisfy { called[$0, default: []].count > 1 }
      }.map(\.key))
  }

  /// Notes the rules of a list, and of the groups in it.
  mutating func note(elementsOf list: LuaNodeTable) {
    for case .table(let rule) in list.elements {
      if let origin = rule.origin, let file = origin.file, file != origin.code {
        callers[origin.code, default: []].insert(file)
        called[file, default: []].insert(origin.code)
      }
      if case .table(let rules)? = rule["rules"] { note(elementsOf: rules) }
    }
  }
}
