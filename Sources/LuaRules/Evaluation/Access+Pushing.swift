import LuaBridge

// Values on their way into Lua.

extension Access {
  /// What the value of a key is in Lua.
  func push(
    _ payload: Payload, of key: KeyID, isSecret isInSecret: Bool = false
  ) throws(RuleError) -> LuaPush {
    let isSecret = isInSecret || (mayHaveSecrets && isSecret(key.name))
    if case .set(let set) = payload, !isPrefix(key) {
      switch set.kind {
      case .scalar(let value):
        if isSecret { secrets.note(value) }
        return .value(value)
      case .members where key.number != 0:
        guard case .view(let view) = set.representation else { break }
        return register(
          view, path: nil, given: payload, isSecret: isSecret,
          origin: isSecret ? nil : SharedReads.origin(of: key, link: currentLink))
      case .members, .table, .list, .dictionary, .foreign: break
      }
    }
    guard sharesReads, !payload.isConstant else {
      return try freshPush(payload, of: key, isSecret: isSecret)
    }
    let place = SharedReads.Place(key, link: currentLink, isSecret: isSecret)
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
      isSecret: isSecret,
      origin: isSecret || key.number == 0
        ? nil : SharedReads.origin(of: key, link: currentLink))
  }

  private func declaredType(of key: KeyID) -> ValueType? {
    for link in linkNumbers {
      if let declared = knowledge(of: key, in: link).with({ $0.declared }) { return declared.type }
    }
    return nil
  }

  /// What a value is in Lua, under a path below which there are keys.
  func push(
    _ payload: Payload, path: String?, type: ValueType? = nil, isSecret: Bool = false,
    origin: UInt64? = nil
  ) throws(RuleError) -> LuaPush {
    let path = path.flatMap { isPrefix(KeyID(asked: $0)) ? $0 : nil }
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
      return register(view, path: path, given: payload, isSecret: isSecret, origin: origin)
    case .opaque(let value):
      return register(
        ViewedObject(content: .opaque(value), path: path, given: payload, isSecret: isSecret))
    case .unrepresentable(let reason):
      throw RuleError(.wrongType, isSecret ? "\(Mask.text) has no exact form in Lua" : reason)
    }
  }

  /// What the result of a host function, or of a method, is in Lua.
  func push(result: HostResult, isSecret: Bool = false) throws(RuleError) -> LuaPush {
    guard let scalar = result.scalar else {
      return try push(.swift(result.value), path: nil, isSecret: isSecret)
    }
    if isSecret { secrets.note(scalar) }
    return .value(scalar)
  }

  /// Registers what has members.
  func register(
    _ view: any LuaView, path: String?, given: Payload?, isSecret: Bool = false,
    origin: UInt64? = nil
  ) -> LuaPush {
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
  func register(_ object: ViewedObject) -> LuaPush {
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
      switch set.kind {
      case .scalar(let value): return .value(value)
      case .members: return set.representation
      case .table, .list, .dictionary, .foreign:
        return try representation(of: set.erased, type: type)
      }
    case .lua(.object(let handle)):
      guard Int(handle.index) < objects.count else { return .value(.nil) }
      switch objects[Int(handle.index)].content {
      case .context, .missing: return .value(.nil)
      case .view(let view): return .view(view)
      case .opaque(let value): return .opaque(value)
      }
    case .lua(.table(let table)):
      if let type, let part = TypedPart(ofMember: .table(table), type: type) {
        return .view(part.luaView)
      }
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
