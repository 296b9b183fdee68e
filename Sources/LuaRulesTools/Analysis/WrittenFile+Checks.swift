import LuaRules
import LuaSyntax

/// What the text of a file alone tells.
struct WrittenFaults: Sendable {
  let file: WrittenFile
  let unusedLocals: [UnusedLocal]
  let repeatedFields: [WrittenFault]
  let globals: [WrittenFault]
  /// What is wrong in any case.
  let certain: [WrittenFault]
  /// What is told where nothing else is told, because that says more.
  let doubtful: [WrittenFault]

  /// - Complexity: O(*n*) for *n* bytes, but for values that are followed through functions.
  init(_ file: WrittenFile) {
    self.file = file
    guard file.isWhole else {
      (unusedLocals, repeatedFields, globals, certain, doubtful) = ([], [], [], [], [])
      return
    }
    unusedLocals = file.unusedLocals()
    repeatedFields = file.repeatedFields()
    globals = file.globalVariables()
    let graphs = file.graphs()
    certain =
      graphs.flatMap { graph in
        file.unreachedStatements(in: graph) + file.lostValues(in: graph)
          + file.missingEntries(in: graph)
      } + file.functionsWithoutEffect() + file.doubtfulLoops() + file.loopsWithoutElement()
    doubtful =
      file.sameOperands() + graphs.flatMap { file.repeatedTests(in: $0) } + file.constantOperands()
      + file.repeatedParts()
  }

  /// Returns what is told of the files of a model that are Lua, in the order of their names.
  static func all(in model: InspectedModel) -> [WrittenFaults] {
    model.written.sorted { $0.key < $1.key }.map { WrittenFaults($0.value) }
  }
}

extension WrittenFile {
  /// Returns the steps of the file and of its functions, but for those that have one way and set nothing.
  fileprivate func graphs() -> [FlowGraph] {
    var graphs = [FlowGraph(syntax.file, of: syntax)]
    for function in syntax.functions {
      let body = syntax.blocks[function.body]
      let branches: [LuaWord] = ["and", "or", "do", "then"]
      guard
        body.statements.count > 1
          || body.tokens.contains(where: { branches.contains(syntax.tokens[$0].word) })
      else { continue }
      graphs.append(FlowGraph(function.body, parameters: function.parameters, of: syntax))
    }
    return graphs
  }
}
