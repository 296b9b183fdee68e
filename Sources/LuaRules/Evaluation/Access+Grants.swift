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
    case .part(let part): return try limit(try valueOfKey(key), to: part, at: key.name)
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

  /// Lets rule code see a part of what it reads.
  func limit(_ push: LuaPush, to part: NameTree, at path: String) throws(RuleError) -> LuaPush {
    if part.isWhole { return push }
    switch push {
    case .value(.nil): return push
    case .view(let handle, let shape, let identity, _) where shape.showsMembers:
      // A copy: others may read the same object as a whole.
      var object = objects[Int(handle.index)]
      object.granted = GrantedPart(tree: part, path: path)
      object.origin = object.origin ?? UInt64(handle.index)
      let limited = ObjectHandle(index: UInt32(clamping: objects.count))
      objects.append(object)
      return .view(limited, shape, identity: identity)
    case .value, .view, .context:
      throw .notGranted(reading: path, granted: part.names.map { "\(path).\($0)" })
    }
  }

  /// Refuses to list or to count what may be read in parts only.
  func refuseListing(_ handle: ObjectHandle) throws(RuleError) {
    if handle == .context {
      guard let tree = runningSource?.reading else { return }
      throw .notGranted(listing: "the context", granted: tree.names)
    }
    guard Int(handle.index) < objects.count, let granted = objects[Int(handle.index)].granted
    else { return }
    throw .notGranted(
      listing: "`\(granted.path)`", granted: granted.tree.names.map { "\(granted.path).\($0)" })
  }

  // MARK: Giving

  /// Refuses a value that holds something that may be read in parts only.
  ///
  /// Whoever gets the value could read all of it.
  func refuseParts(in value: LuaValue) throws(RuleError) {
    switch value {
    case .object(let handle) where handle != .context && Int(handle.index) < objects.count:
      if let granted = objects[Int(handle.index)].granted {
        throw .notGranted(givingOn: granted.path)
      }
    case .table(let table):
      for element in table.elements { try refuseParts(in: element) }
      for field in table.fields { try refuseParts(in: field.value) }
    default: break
    }
  }

  /// Refuses a host function that the running rule may not call.
  func refuseCall(of function: String, _ arguments: [LuaValue]) throws(RuleError) {
    guard let source = runningSource else { return }
    if !source.grant.mayCall(function) {
      throw .notGranted(calling: function)
    }
    for argument in arguments { try refuseParts(in: argument) }
  }
}

/// What rule code may read of a value that it may not read as a whole.
struct GrantedPart {
  var tree: NameTree
  /// The names under which the value was read.
  var path: String
}
