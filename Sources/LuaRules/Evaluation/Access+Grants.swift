import LuaBridge

// What the rule that is running may do. Reading from Swift is not checked: host
// code may ask for everything, and a key is computed with the grant of its own rule.

extension Access {
  /// The source of the rule that is running, when that may not do everything.
  var runningSource: GrantedSource? {
    scope == 0 ? nil : grantedSource(scope)
  }

  // MARK: Reading

  /// Reads a key for rule code that may not read all keys.
  func grantedValue(of key: KeyID) throws(RuleError) -> LuaPush {
    var right = right(toRead: key)
    // An alias is read by its own name, and is nothing else than what it stands for.
    if question.value.hasAliases {
      right = right.intersection(self.right(toRead: try resolved(key)))
    }
    switch right {
    case .whole: return try valueOfKey(key)
    case .part(let part): return try views.limit(try valueOfKey(key), to: part, at: key.name)
    case .nothing:
      throw .notGranted(reading: key.name, granted: runningSource?.reading?.names ?? [])
    }
  }

  private func right(toRead key: KeyID) -> ReadingRight {
    let known = knowledge(of: key, in: currentLink).object
    // What stands for all unknown keys is no place to keep a right.
    guard known.key == key else { return runningSource?.right(toRead: key.name) ?? .whole }
    return known.right(ofScope: scope) { runningSource }
  }

  /// Refuses to list or to count what may be read in parts only.
  func refuseListing(_ handle: ObjectHandle) throws(RuleError) {
    if handle == .context {
      guard let tree = runningSource?.reading else { return }
      throw .notGranted(listing: "the context", granted: tree.names)
    }
    guard let granted = views.grantedPart(of: handle) else { return }
    throw .notGranted(
      listing: "`\(granted.path)`", granted: granted.tree.names.map { "\(granted.path).\($0)" })
  }

  // MARK: Giving

  /// Refuses a host function that the running rule may not call.
  func refuseCall(of function: String, _ arguments: [LuaValue]) throws(RuleError) {
    guard let source = runningSource else { return }
    if !source.grant.mayCall(function) {
      throw .notGranted(calling: function)
    }
    for argument in arguments { try views.refuseParts(in: argument) }
  }
}
