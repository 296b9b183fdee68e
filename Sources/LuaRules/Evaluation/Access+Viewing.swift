import LuaBridge

extension Access {
  /// Reads a member of the context or of a viewed object, as rule code does.
  func member(_ key: LuaValue, of handle: ObjectHandle) throws(RuleError) -> LuaPush {
    if handle == .context { return try valueOfKey(key) }
    guard Int(handle.index) < objects.count else { return .value(.nil) }
    let object = objects[Int(handle.index)]
    let isSecret = object.isSecret
    var path: String?
    if let outer = object.path, case .string(let name) = key {
      let inner = "\(outer).\(name)"
      if isPathKey(inner), let answer = try answer(inner), !answer.isNothing {
        return try push(answer.payload, of: inner, isSecret: isSecret)
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

  private func valueOfKey(_ key: LuaValue) throws(RuleError) -> LuaPush {
    guard case .string(let name) = key else {
      throw RuleError(.unknownKey, "\(key.literal) is not the name of a key")
    }
    if let answer = try answer(name) { return try push(answer.payload, of: name) }
    if isPrefix(name) { return try push(.lua(.nil), path: name) }
    throw unknownKey(name)
  }

  /// The error for a name, or a path, that is neither set, nor assigned, nor declared.
  func unknownKey(_ name: String) -> RuleError {
    RuleError(
      .unknownKey, "unknown key `\(name)`",
      hint: nearestKey(name).map { "did you mean `\($0)`?" }
        ?? "it is neither set, nor assigned by a rule, nor declared")
  }

  /// The known key, or path, that was probably meant.
  private func nearestKey(_ name: String) -> String? {
    let paths = Set(links.flatMap { $0.plan.assignedKeys.filter(\.isPath) }).sortedByBytes()
    if isPrefix(name) { return paths.first { $0.hasPrefix("\(name).") } }
    let names = keyNames
    if let found = Spelling.suggestion(for: name, among: names + paths) { return found }
    guard let dot = name.firstIndex(of: ".") else { return nil }
    return Spelling.suggestion(for: String(name[..<dot]), among: names).map { $0 + name[dot...] }
  }

  /// The names of all known keys, in byte order.
  var keyNames: [String] {
    var names = Set(context.values.names)
    for link in links {
      names.formUnion(link.plan.assignedKeys.filter { !$0.isPath })
      names.formUnion(link.plan.prefixes.filter { !$0.isPath })
      names.formUnion(link.schema.names)
    }
    return names.sortedByBytes()
  }

  private func isPathKey(_ path: String) -> Bool {
    context.values[path] != nil || links.contains { $0.plan.candidates[path] != nil }
  }

  private func isPrefix(_ path: String) -> Bool {
    links.contains { $0.plan.prefixes.contains(path) }
  }

  // MARK: Into Lua

  private func push(
    _ payload: Payload, of key: String, isSecret isInSecret: Bool = false
  ) throws(RuleError) -> LuaPush {
    try push(
      payload, path: isPrefix(key) ? key : nil, type: declaredType(of: key),
      isSecret: isInSecret || isSecret(key))
  }

  private func declaredType(of key: String) -> ValueType? {
    for link in links {
      if let declared = link.schema[key] { return declared.type }
    }
    return nil
  }

  private func push(
    _ payload: Payload, path: String?, type: ValueType? = nil, isSecret: Bool = false
  ) throws(RuleError) -> LuaPush {
    let path = path.flatMap { isPrefix($0) ? $0 : nil }
    if case .swift(let value) = payload, let other = value as? RuleContext, isSame(as: other) {
      return .context
    }
    switch try representation(of: payload, type: type) {
    case .value(.nil), .value(.null):
      guard let path else { return .value(.nil) }
      return register(
        ViewedObject(content: .missing, path: path, payload: .lua(.nil), isSecret: isSecret))
    case .value(.function):
      throw RuleError(.wrongType, "a function that a rule gave cannot be read by another rule")
    case .value(let value):
      if isSecret { secrets.note(value) }
      return .value(value)
    case .view(let view):
      return register(
        ViewedObject(content: .view(view), path: path, payload: payload, isSecret: isSecret))
    case .opaque(let value):
      return register(
        ViewedObject(content: .opaque(value), path: path, payload: payload, isSecret: isSecret))
    case .unrepresentable(let reason):
      throw RuleError(.wrongType, isSecret ? "\(Mask.text) has no exact form in Lua" : reason)
    }
  }

  /// What a host function's result is in Lua.
  func push(result: Any) throws(RuleError) -> LuaPush {
    try push(.swift(result), path: nil)
  }

  private func register(_ object: ViewedObject) -> LuaPush {
    let handle = ObjectHandle(index: UInt32(clamping: objects.count))
    objects.append(object)
    let shape: LuaPushShape =
      switch object.content {
      case .context, .opaque: .opaque
      case .missing: .dictionary
      case .view(let view):
        switch view.shape {
        case .list: .list
        case .dictionary: .dictionary
        case .members: .members
        }
      }
    return .view(handle, shape, identity: object.identity)
  }

  /// What a value is in Lua.
  func representation(
    of payload: Payload, type: ValueType? = nil
  ) throws(RuleError) -> LuaRepresentation {
    switch payload {
    case .swift(let value):
      if let table = value as? LuaValue { return try representation(of: .lua(table), type: type) }
      return LuaRepresentation(of: value)
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
