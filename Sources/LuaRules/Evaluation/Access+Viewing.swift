import LuaBridge

extension Access {
  /// Reads a member of the context or of a viewed object, as rule code does.
  func member(_ key: LuaValue, of handle: ObjectHandle) throws(RuleError) -> LuaPush {
    if handle == .context {
      guard case .string(let name) = key else {
        throw RuleError(.unknownKey, "\(key.literal) is not the name of a key")
      }
      let key = self.key(asked: name)
      return scope == 0 ? try valueOfKey(key) : try grantedValue(of: key)
    }
    noteFreshRead()
    guard Int(handle.index) < objects.count else { return .value(.nil) }
    let object = objects[Int(handle.index)]
    if let granted = object.granted {
      let path = "\(granted.path).\(key.written)"
      guard case .string(let name) = key, let part = granted.tree[name] else {
        throw .notGranted(
          reading: path, granted: granted.tree.names.map { "\(granted.path).\($0)" })
      }
      return try limit(try sharedMember(key, of: object, at: handle), to: part, at: path)
    }
    return try sharedMember(key, of: object, at: handle)
  }

  private func sharedMember(
    _ key: LuaValue, of object: ViewedObject, at handle: ObjectHandle
  ) throws(RuleError) -> LuaPush {
    guard let place = sharedPlace(of: key, in: handle) else {
      return try freshMember(key, of: object)
    }
    if let known = shared[place] { return known }
    let push = try freshMember(key, of: object)
    shared[place] = push
    return push
  }

  /// Where a member is shared that another read may find changed; `nil` for one that is not.
  private func sharedPlace(of key: LuaValue, in handle: ObjectHandle) -> SharedReads.Place? {
    guard sharesReads, case .view(let view) = objects[Int(handle.index)].content,
      !view.isConstant
    else { return nil }
    let origin = objects[Int(handle.index)].origin ?? UInt64(handle.index)
    switch key {
    case .integer(let index): return .init(origin: origin, step: .index(index))
    case .string(let name):
      let position = view.position(of: key)
      return .init(origin: origin, step: position == 0 ? .name(name) : .position(position))
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
      let id = self.key(asked: inner)
      track(id, nil)
      if isPathKey(id), let answer = try answer(id), !answer.isNothing {
        return try push(answer.payload, of: id, isSecret: isSecret)
      }
      path = inner
    }
    switch object.content {
    case .context, .missing: return try push(.lua(.nil), path: path)
    case .opaque:
      throw RuleError(
        .unknownMember, "`\(key.written)` cannot be read: the object shows no members")
    case .view(let view):
      switch view.member(key) {
      case .value(let value):
        return try push(.swift(value), path: path, isSecret: isSecret || view.isSecret(key))
      case .absent: return try push(.lua(.nil), path: path)
      case .unknown(let members, let note):
        throw unknownMember(key, members: members, note: note)
      }
    }
  }

  func unknownMember(_ key: LuaValue, members: [String], note: String?) -> RuleError {
    let name = key.written
    let suggestion = Spelling.suggestion(for: name, among: members)
    return RuleError(
      .unknownMember, "unknown member `\(name)`",
      hint: suggestion.map { "did you mean `\($0)`?" } ?? note
        ?? (members.isEmpty
          ? nil : "there are " + members.prefix(12).map { "`\($0)`" }.joined(separator: ", ")))
  }

  /// Reads a member by the hint that was given for its name: the number of a key,
  /// or the position in a view; `nil` where more is to be looked at.
  func member(at hint: UInt32, of handle: ObjectHandle) throws(RuleError) -> LuaPush? {
    if handle == .context {
      let key = KeyID(number: hint)
      return scope == 0 ? try valueOfKey(key) : try grantedValue(of: key)
    }
    guard Int(handle.index) < objects.count, objects[Int(handle.index)].path == nil,
      !objects[Int(handle.index)].isSecret, objects[Int(handle.index)].granted == nil,
      case .view(let view) = objects[Int(handle.index)].content
    else { return nil }
    if let scalar = view.storedScalar(at: hint) { return .value(scalar) }
    noteFreshRead()
    let origin = objects[Int(handle.index)].origin ?? UInt64(handle.index)
    let place = SharedReads.Place(origin: origin, step: .position(hint))
    if sharesReads, let known = shared[place] { return known }
    let push: LuaPush
    switch view.representation(at: hint) {
    case nil, .value(.object), .value(.table), .opaque: return nil
    case .value(.null): return .value(.nil)
    case .value(let value): push = .value(value)
    case .view(let view): push = register(view, path: nil, given: nil)
    case .unrepresentable(let reason): throw RuleError(.wrongType, reason)
    }
    if sharesReads { shared[place] = push }
    return push
  }

  func valueOfKey(_ key: KeyID) throws(RuleError) -> LuaPush {
    if !values.hasAliases, let set = values[key] {
      track(key, set)
      return try push(.set(set), of: key)
    }
    noteFreshRead()
    if let answer = try answer(key) { return try push(answer.payload, of: key) }
    if isPrefix(key) { return try push(.lua(.nil), path: key.name) }
    throw unknownKey(key.name)
  }

  /// The error for a name, or a path, that is neither set, nor assigned, nor declared.
  func unknownKey(_ name: String) -> RuleError {
    RuleError(
      .unknownKey, "unknown key `\(name)`",
      hint: (runningSource == nil ? nearestKey(name) : nil).map { "did you mean `\($0)`?" }
        ?? "it is neither set, nor assigned by a rule, nor declared")
  }

  /// The known key, or path, that was probably meant.
  private func nearestKey(_ name: String) -> String? {
    let paths = Set(links.flatMap { $0.plan.assignedKeys.filter(\.isPath) }).sortedByBytes()
    if isPrefix(self.key(asked: name)) { return paths.first { $0.hasPrefix("\(name).") } }
    let names = keyNames
    if let found = Spelling.suggestion(for: name, among: names + paths) { return found }
    guard let dot = name.firstIndex(of: ".") else { return nil }
    return Spelling.suggestion(for: String(name[..<dot]), among: names).map { $0 + name[dot...] }
  }

  /// The names of all known keys, in byte order.
  var keyNames: [String] {
    var names = Set(values.names)
    for link in links {
      names.formUnion(link.plan.assignedKeys.filter { !$0.isPath })
      names.formUnion(link.plan.prefixes.filter { !$0.isPath })
      names.formUnion(link.schema.names)
    }
    return names.sortedByBytes()
  }

  private func isPathKey(_ path: KeyID) -> Bool {
    values[path] != nil || isAssigned(path)
  }

  /// Whether some rule's key is a path below the key.
  private func isPrefix(_ key: KeyID) -> Bool {
    hasPathKeys && linkNumbers.contains { place(of: $0).knowledge(of: key).isPrefix }
  }

  // MARK: Into Lua

  private func push(
    _ payload: Payload, of key: KeyID, isSecret isInSecret: Bool = false
  ) throws(RuleError) -> LuaPush {
    let isSecret = isInSecret || (mayHaveSecrets && isSecret(key.name))
    if case .set(let set) = payload, !isPrefix(key) {
      switch set.form {
      case .scalar(let value):
        if isSecret { secrets.note(value) }
        return .value(value)
      case .view(let shared):
        let isStored = question.value.readsStored && !isSecret
        let push = register(
          shared.view, path: nil, given: payload, isSecret: isSecret,
          origin: SharedReads.origin(of: key, link: currentLink))
        if isStored { noteStoredView(of: key) }
        return push
      case .table, .open: break
      }
    }
    noteFreshRead()
    guard sharesReads, key.number != 0, !payload.isConstant else {
      return try freshPush(payload, of: key, isSecret: isSecret)
    }
    let place = SharedReads.Place(
      origin: SharedReads.origin(of: key, link: currentLink), step: .root(isSecret: isSecret))
    if let known = shared[place] { return known }
    let push = try freshPush(payload, of: key, isSecret: isSecret)
    shared[place] = push
    return push
  }

  private func freshPush(
    _ payload: Payload, of key: KeyID, isSecret: Bool
  ) throws(RuleError) -> LuaPush {
    try push(
      payload, path: isPrefix(key) ? key.name : nil, type: declaredType(of: key),
      isSecret: isSecret)
  }

  private func declaredType(of key: KeyID) -> ValueType? {
    for link in linkNumbers {
      if let declared = place(of: link).knowledge(of: key).declared { return declared.type }
    }
    return nil
  }

  private func push(
    _ payload: Payload, path: String?, type: ValueType? = nil, isSecret: Bool = false
  ) throws(RuleError) -> LuaPush {
    let path = path.flatMap { isPrefix(self.key(asked: $0)) ? $0 : nil }
    if let other = payload.swiftValue as? RuleContext, isSame(as: other) { return .context }
    switch try representation(of: payload, type: type) {
    case .value(.nil), .value(.null):
      guard let path else { return .value(.nil) }
      return register(
        ViewedObject(content: .missing, path: path, given: .lua(.nil), isSecret: isSecret))
    case .value(.function):
      throw RuleError(.wrongType, "a function that a rule gave cannot be read by another rule")
    case .value(let value):
      if isSecret { secrets.note(value) }
      return .value(value)
    case .view(let view):
      return register(view, path: path, given: payload, isSecret: isSecret)
    case .opaque(let value):
      return register(
        ViewedObject(content: .opaque(value), path: path, given: payload, isSecret: isSecret))
    case .unrepresentable(let reason):
      throw RuleError(.wrongType, isSecret ? "\(Mask.text) has no exact form in Lua" : reason)
    }
  }

  /// What the result of a host function, or of a method, is in Lua.
  func push(result: Any, isSecret: Bool = false) throws(RuleError) -> LuaPush {
    try push(.swift(result), path: nil, isSecret: isSecret)
  }

  private func register(
    _ view: any LuaView, path: String?, given: Payload?, isSecret: Bool = false,
    origin: UInt64? = nil
  ) -> LuaPush {
    noteFreshRead()
    let shape: LuaPushShape =
      switch view.shape {
      case .list: .list
      case .dictionary: .dictionary
      case .members: .members
      }
    // Below a path that rules assign, a name may be a key: no hint tells that,
    // nor that a member is part of a secret.
    let family = path == nil && !isSecret ? view.family : 0
    let identity = view.identity
    let handle = ObjectHandle(index: UInt32(clamping: objects.count))
    objects.append(
      ViewedObject(
        content: .view(view), path: path, given: given, isSecret: isSecret, origin: origin))
    return .view(handle, shape, identity: identity, family: family)
  }

  /// Registers what has no members of its own.
  private func register(_ object: ViewedObject) -> LuaPush {
    noteFreshRead()
    let handle = ObjectHandle(index: UInt32(clamping: objects.count))
    let identity = object.identity
    let shape: LuaPushShape =
      switch object.content {
      case .missing: .dictionary
      case .opaque(let value) where value is BoundMember: .function
      default: .opaque
      }
    objects.append(object)
    return .view(handle, shape, identity: identity)
  }

  /// What a value is in Lua.
  func representation(
    of payload: Payload, type: ValueType? = nil
  ) throws(RuleError) -> LuaRepresentation {
    switch payload {
    case .swift(let value): return try representation(of: value, type: type)
    case .set(let set):
      switch set.form {
      case .scalar(let value): return .value(value)
      case .view(let shared): return .view(shared.view)
      case .table(let set): return try representation(of: .lua(.table(set.table)), type: type)
      case .open: return try representation(of: set.erased, type: type)
      }
    case .lua(.object(let handle)):
      guard Int(handle.index) < objects.count else { return .value(.nil) }
      switch objects[Int(handle.index)].content {
      case .context, .missing: return .value(.nil)
      case .view(let view): return .view(view)
      case .opaque(let value): return .opaque(value)
      }
    case .lua(.table(let table)):
      if let type, let view = DeclaredView(table, type: type) { return .view(view) }
      return LuaRepresentation(of: LuaValue.table(table))
    case .lua(let value): return .value(value)
    }
  }

  private func representation(
    of value: Any, type: ValueType?
  ) throws(RuleError) -> LuaRepresentation {
    if let table = value as? LuaValue { return try representation(of: .lua(table), type: type) }
    return LuaRepresentation(of: value)
  }
}

extension Answer {
  /// Whether nobody answered, so that a path falls back to the member.
  var isNothing: Bool {
    if case .nothing = origin { true } else { false }
  }
}

extension LuaValue {
  /// The value as the name it is meant to be.
  var written: String {
    if case .string(let text) = self { text } else { literal }
  }
}

extension String {
  /// Whether a key's name is a path of several names.
  fileprivate var isPath: Bool { utf8.contains(UInt8(ascii: ".")) }
}
