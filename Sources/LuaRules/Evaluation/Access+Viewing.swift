import LuaBridge

extension Access {
  /// Reads a member of the context or of a viewed object, as rule code does.
  func member(_ key: LuaValue, of handle: ObjectHandle) throws(RuleError) -> LuaPush {
    if handle == .context {
      guard case .string(let name) = key else {
        throw RuleError(.unknownKey, "\(key.literal) is not the name of a key")
      }
      let key = KeyID(asked: name)
      return scope == 0 ? try valueOfKey(key) : try grantedValue(of: key)
    }
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
    if !question.value.hasAliases, let set = set(for: key) {
      track(key, set)
      return try push(.set(set), of: key)
    }
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
    let paths = links.flatMap { $0.plan.assignedKeys.filter(\.isPath) }.uniqueByBytes()
    if isPrefix(KeyID(asked: name)) { return paths.first { $0.hasPrefix("\(name).") } }
    let names = keyNames
    if let found = Spelling.suggestion(for: name, among: names + paths) { return found }
    guard let dot = name.firstIndex(of: ".") else { return nil }
    return Spelling.suggestion(for: String(name[..<dot]), among: names).map { $0 + name[dot...] }
  }

  /// The names of all known keys, in byte order.
  var keyNames: [String] {
    var names = Set(names: values.names)
    for link in links {
      names.formUnion(link.plan.assignedKeys.filter { !$0.isPath })
      names.formUnion(link.plan.prefixes.filter { !$0.text.isPath })
      names.formUnion(link.schema.names)
    }
    return names.sortedByBytes()
  }

  private func isPathKey(_ path: KeyID) -> Bool {
    set(for: path) != nil || isAssigned(path)
  }

  /// Whether some rule's key is a path below the key.
  func isPrefix(_ key: KeyID) -> Bool {
    hasPathKeys && linkNumbers.contains { knowledge(of: key, in: $0).with { $0.isPrefix } }
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
