import LuaBridge

/// A path of a program with everything that is needed to read it: its key, and
/// its steps through members.
struct ResolvedPath {
  /// The path.
  let path: Int32
  /// The number of the key; 0 if the path needs the slow path.
  let key: UInt32
  /// How many members the path goes through.
  let depth: Int
  /// The index of its first step in the list of all steps.
  let firstStep: Int
  /// Whether the member may be read from a table: the schema does not declare an object without it.
  let isInTables: Bool
  /// Whether the schema declares the value secret, so that an evaluation notes each read.
  let isSecret: Bool

  /// Resolves a path, and appends its steps to the list of all steps.
  init(
    _ path: Int, of paths: NativePaths, limited: Set<NativePaths.ID>, in schema: RuleSchema,
    _ steps: inout [Int32]
  ) {
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
      limited.isDisjoint(with: chain)
    else {
      key = 0
      isInTables = false
      isSecret = false
      return
    }
    steps += chain.reversed().dropFirst().map(\.number)
    key = KeyID(asked: name.string).number
    isSecret =
      schema.hasSecrets
      && schema.isSecret(
        name.string, inside: chain.reversed().dropFirst().map { paths[$0].step.text })
    if depth == 1, case .name(let member) = paths.entries[path].step,
      let closed = schema.type(of: name.string)?.closedObject
    {
      isInTables = closed[member.string] != nil
    } else {
      isInTables = true
    }
  }
}

extension NativePaths.Step {
  /// The step as a name.
  fileprivate var text: String {
    switch self {
    case .name(let name): name.string
    case .index(let index): "\(index)"
    }
  }
}
