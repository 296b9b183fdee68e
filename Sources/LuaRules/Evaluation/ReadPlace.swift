import LuaBridge

/// Where a path is read that is a key, or a member of what is set for a key.
struct ReadPlace {
  /// The path.
  let path: Int32
  /// The number of the key; 0 for a path that has to be looked at.
  let key: UInt32
  let isMember: Bool
  /// The family of views in which `position` is the member's; 0 for none yet.
  var family: UInt32 = 0
  var position: UInt32 = 0

  init(_ path: Int, of plan: NativePlan) {
    let paths = plan.paths
    let entry = paths.entries[path]
    self.path = Int32(clamping: path)
    isMember = entry.length == 2
    let first = isMember ? paths[entry.parent] : entry
    let isLimited = plan.isLimited(NativePaths.ID(number: self.path))
    if !isLimited, entry.length == 1 || isMember, case .name(let name) = first.step {
      key = KeyID(asked: name.string).number
    } else {
      key = 0
    }
  }
}
