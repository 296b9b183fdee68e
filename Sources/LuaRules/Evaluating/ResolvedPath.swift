import LuaBridge

/// Where a path is read that begins with a key, and goes through members of what is set for it.
struct ResolvedPath {
  /// The path.
  let path: Int32
  /// The number of the key; 0 for a path that has to be looked at.
  let key: UInt32
  /// How many members the path goes through.
  let depth: Int
  /// Where its steps begin in the list of all steps, if there are several.
  let firstStep: Int
  /// Whether the member may be read of a table: what the schema declares does not lack it.
  let isInTables: Bool

  /// Creates the place of a path, and adds its steps to the list of all steps.
  init(_ path: Int, of plan: NativePlan, in schema: RuleSchema, _ steps: inout [Int32]) {
    let paths = plan.paths
    self.path = Int32(clamping: path)
    firstStep = steps.count
    var chain: [NativePaths.ID] = []
    var next = NativePaths.ID(number: self.path)
    while next != .context {
      chain.append(next)
      next = paths[next].parent
    }
    depth = max(0, chain.count - 1)
    guard let first = chain.last, case .name(let name) = paths[first].step,
      chain.allSatisfy({ !plan.isLimited($0) })
    else {
      key = 0
      isInTables = false
      return
    }
    steps += chain.reversed().dropFirst().map(\.number)
    key = KeyID(asked: name.string).number
    if depth == 1, case .name(let member) = paths.entries[path].step,
      case .object(let object)? = schema.type(of: name.string)?.withoutNull, !object.isOpen
    {
      isInTables = object[member.string] != nil
    } else {
      isInTables = true
    }
  }
}
