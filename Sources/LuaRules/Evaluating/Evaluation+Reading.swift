import LuaBridge

extension Evaluation {
  /// Reads a member of the context or of a viewed object, as rule code does.
  func member(_ key: LuaValue, of handle: ObjectHandle) throws(RuleError) -> LuaPush {
    if handle == .context {
      guard case .string(let name) = key else {
        throw RuleError(.unknownKey, "\(key.literal) is not the name of a key")
      }
      let key = KeyID(asked: name)
      if key.isPath, set(for: key) == nil, !isAssigned(key), let steps = NamePath.steps(of: name) {
        return try member(at: steps, of: key)
      }
      return grantID == 0 ? try valueOfKey(key) : try grantedValue(of: key)
    }
    guard views.contains(handle) else { return .value(.nil) }
    let object = views[handle]
    if let granted = object.granted {
      let path = "\(granted.path).\(key.written)"
      guard case .string(let name) = key, let part = granted.tree[name] else {
        throw .notGranted(
          reading: path, granted: granted.tree.names.map { "\(granted.path).\($0)" })
      }
      return try views.limit(try sharedMember(key, of: object, at: handle), to: part, at: path)
    }
    return try sharedMember(key, of: object, at: handle)
  }

  /// Reads a path from the context step by step, as a pattern does: what is behind `nil`, or behind a
  /// value without members, is `nil`.
  private func member(at steps: [String], of path: KeyID) throws(RuleError) -> LuaPush {
    let first = KeyID(asked: steps[0])
    guard state.value.hasAliases || set(for: first) != nil || isKnown(first) || isPrefix(first)
    else { throw unknownKey(path.name) }
    var push = try member(.string(steps[0]), of: .context)
    for step in steps.dropFirst() {
      guard case .view(let handle, let shape, _, _) = push else { return .value(.nil) }
      push = try member(LuaValue(step: step, of: shape), of: handle)
    }
    return push
  }

  // MARK: Grants

  /// The source of the running rule, if its grant limits what it may read.
  ///
  /// Only rule code is checked. Host code may read every key, and a key is computed with
  /// the grant of its own rule.
  var runningSource: GrantedSource? {
    grantID == 0 ? nil : grantedSource(grantID)
  }

  /// Reads a key for rule code whose grant limits the keys.
  private func grantedValue(of key: KeyID) throws(RuleError) -> LuaPush {
    var right = right(toRead: key)
    // For an alias, both names must be granted: the alias and the key that it stands for.
    if state.value.hasAliases {
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
    let known = keyEntry(of: key, in: currentModelIndex).object
    // All unknown keys share one entry, so a right cannot be cached there.
    guard known.key == key else { return runningSource?.right(toRead: key.name) ?? .whole }
    return known.right(ofGrant: grantID) { runningSource }
  }

  /// Throws if the rule may read only parts of the object, and so may not list or count it.
  func refuseListing(_ handle: ObjectHandle) throws(RuleError) {
    if handle == .context {
      try runningSource?.refuseListing()
    } else {
      try views.refuseListing(handle)
    }
  }

  // MARK: Members

  private func sharedMember(
    _ key: LuaValue, of object: ViewedObject, at handle: ObjectHandle
  ) throws(RuleError) -> LuaPush {
    guard let place = sharedPlace(of: key, in: handle) else {
      return try freshMember(key, of: object)
    }
    if let known = shared[place] { return known }
    let push = try freshMember(key, of: object)
    // The host code that computed the member may itself have read it meanwhile.
    if let known = shared[place] { return known }
    shared[place] = push
    return push
  }

  /// The place under which a read is shared; `nil` if the member cannot change or sharing is off.
  private func sharedPlace(of key: LuaValue, in handle: ObjectHandle) -> SharedReads.Place? {
    guard sharesReads, case .view(let view) = views[handle].content,
      !view.isConstant
    else { return nil }
    let origin = views[handle].origin ?? UInt64(handle.index)
    switch key {
    case .integer(let index): return .init(origin: origin, step: .index(index))
    case .string(let name):
      let position = view.position(of: key)
      return .init(
        origin: origin, step: position == 0 ? .name(ByteName(name)) : .position(position))
    default: return nil
    }
  }

  private func freshMember(
    _ key: LuaValue, of object: ViewedObject
  ) throws(RuleError) -> LuaPush {
    let isSecret = object.isSecret
    var path: String?
    if let outer = object.path, case .string(let name) = key {
      let inner = "\(outer).\(name)"
      let id = KeyID(asked: inner)
      track(id, nil)
      if isPathKey(id), let answer = try answer(id), !answer.isNothing {
        return try push(answer.rawAnswer, of: id, isSecret: isSecret)
      }
      path = inner
    }
    switch object.content {
    case .context, .missing:
      if let path, let push = try pushDefault(ofPath: path) { return push }
      return try push(.lua(.nil), path: path)
    case .opaque:
      throw RuleError(
        .unknownMember, "`\(key.written)` cannot be read: the object shows no members")
    case .view(let view):
      switch view.member(key) {
      case .value(let value):
        return try push(
          .swift(value), path: path, isSecret: isSecret || view.isSecret(key),
          reading: name(of: key, in: object))
      case .absent:
        if let path, let push = try pushDefault(ofPath: path) { return push }
        return try push(.lua(.nil), path: path)
      case .unknown(let members, let note):
        if let path {
          if let push = try pushDefault(ofPath: path) { return push }
          if isPrefix(KeyID(asked: path)) { return try push(.lua(.nil), path: path) }
        }
        throw .unknownMember(key.written, members: members, note: note)
      }
    }
  }

  /// The Lua form of the declared default of a path; `nil` if none is declared.
  private func pushDefault(ofPath path: String) throws(RuleError) -> LuaPush? {
    let key = KeyID(asked: path)
    guard hasPathKeys, let answer = answerWithoutRules(key), !answer.isNothing else { return nil }
    return try push(answer.rawAnswer, of: key)
  }

  /// The name of a member for an error, with its key if the object is the value of one.
  private func name(of member: LuaValue, in object: ViewedObject) -> String {
    let key = object.origin.flatMap(SharedReads.key)?.name
    return (key.map { "\($0)." } ?? "") + member.written
  }

  /// The number of members that an object shows to rule code.
  func memberCount(of object: ObjectHandle) throws(RuleError) -> Int {
    try refuseListing(object)
    guard case .view(let view) = views.content(of: object) else { return 0 }
    let count = view.count
    recorder?.noteCount(count, of: object)
    return count
  }

  /// Fast path of `member(_:of:)`: reads a member by its hint.
  ///
  /// A hint is the number of a key, or a position in a view. Returns `nil`
  /// if the slow path is needed.
  func member(at hint: UInt32, of handle: ObjectHandle) throws(RuleError) -> LuaPush? {
    if handle == .context {
      let key = KeyID(number: hint)
      if key.isPath { return nil }
      return grantID == 0 ? try valueOfKey(key) : try grantedValue(of: key)
    }
    guard views.contains(handle), views[handle].path == nil,
      !views[handle].isSecret, views[handle].granted == nil,
      case .view(let view) = views[handle].content
    else { return nil }
    if let scalar = view.storedScalar(at: hint) { return .value(scalar) }
    let origin = views[handle].origin ?? UInt64(handle.index)
    let place = SharedReads.Place(origin: origin, step: .position(hint))
    if sharesReads, let known = shared[place] { return known }
    let representation = view.representation(at: hint)
    // The host code that computed the member may itself have read it meanwhile.
    if sharesReads, let known = shared[place] { return known }
    let push: LuaPush
    switch representation {
    // The slow path knows the name for the error of a value that has no form in Lua.
    case nil, .value(.object), .value(.table), .opaque, .unrepresentable: return nil
    case .value(.null): return .value(.nil)
    case .value(let value): push = .value(value)
    case .view(let view): push = views.add(view)
    }
    if sharesReads { shared[place] = push }
    return push
  }

  /// Reads a key for rule code: the set value, else the answer of rules, else the default.
  ///
  /// - Throws: ``RuleError`` for an unknown key, and the errors of its rules.
  func valueOfKey(_ key: KeyID) throws(RuleError) -> LuaPush {
    if !state.value.hasAliases, let set = set(for: key) {
      track(key, set)
      return try push(.set(set), of: key)
    }
    if let answer = try answer(key) { return try push(answer.rawAnswer, of: key) }
    if isPrefix(key) { return try push(.lua(.nil), path: key.name) }
    throw unknownKey(key.name)
  }

  /// The error for a name, or a path, that is neither set, nor assigned, nor declared.
  func unknownKey(_ name: String) -> RuleError {
    // A source with a limited grant must not learn the names of other keys.
    .unknownKey(name, nearest: runningSource == nil ? knownNames.nearest(to: name) : nil)
  }

  /// The names that rules can read.
  var knownNames: KnownNames { KnownNames(values, links) }

  private func isPathKey(_ path: KeyID) -> Bool {
    set(for: path) != nil || isAssigned(path)
  }

  /// Whether a path below the key is set, assigned or declared.
  func isPrefix(_ key: KeyID) -> Bool {
    if state.value.hasSetPaths, values.hasPath(below: key.name) { return true }
    return hasPathKeys && modelIndices.contains { keyEntry(of: key, in: $0).with { $0.isPrefix } }
  }
}

extension Answer {
  /// Whether no rule, value or declaration gave an answer, so that a path falls back to the member.
  var isNothing: Bool {
    if case .nothing = origin { true } else { false }
  }
}

extension LuaValue {
  /// The value as a name: the text of a string, else a literal.
  var written: String {
    if case .string(let text) = self { text } else { literal }
  }
}
