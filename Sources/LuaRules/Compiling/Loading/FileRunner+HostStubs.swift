import LuaBridge

// Lua functions in place of host functions.

extension FileRunner {
  func runHostStubs(_ file: SourceFile) throws(RuleError) {
    let (chunk, slot) = try run(file, isModule: false)
    try loadInnerModules(ofChunk: chunk)
    let node = try contents(ofSlot: slot, from: file)
    guard case .table(let table) = node, table.elements.isEmpty,
      table.fields.allSatisfy({ if case .function = $0.node { true } else { false } })
    else {
      throw RuleError(
        .noRules, "a file of host functions returns a table of functions",
        at: SourceLocation(file: file.name))
    }
    hostStubs = table.fields.map(\.name)
    try lua { () throws(LuaFailure) in try state.useHostStubs(slot: slot) }
  }
}
