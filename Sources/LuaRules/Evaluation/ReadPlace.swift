import LuaBridge

/// Where a path is read that is a key, or a member of what is set for a key.
struct ReadPlace {
  /// The path.
  let path: Int32
  /// The number of the key; 0 for a path that has to be looked at.
  let key: UInt32
  let isMember: Bool
  /// Whether the member may be read of a table: what the schema declares does not lack it.
  let isInTables: Bool

  init(_ path: Int, of plan: NativePlan, in schema: RuleSchema) {
    let paths = plan.paths
    let entry = paths.entries[path]
    self.path = Int32(clamping: path)
    isMember = entry.length == 2
    let first = isMember ? paths[entry.parent] : entry
    let isLimited = plan.isLimited(NativePaths.ID(number: self.path))
    guard !isLimited, entry.length == 1 || isMember, case .name(let name) = first.step else {
      key = 0
      isInTables = false
      return
    }
    key = KeyID(asked: name.string).number
    if isMember, case .name(let member) = entry.step,
      case .object(let object)? = schema.type(of: name.string)?.withoutNull, !object.isOpen
    {
      isInTables = object[member.string] != nil
    } else {
      isInTables = true
    }
  }
}
