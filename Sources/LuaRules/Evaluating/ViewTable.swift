import LuaBridge

/// The Swift values that Lua holds views of, each under the handle that Lua knows it by.
///
/// The handles are good for one evaluation. The context itself always has the first handle.
///
/// A reference, because host code that shows a member may ask again and add further values.
final class ViewTable {
  private let content = UncheckedCell([ViewedObject.context])
  /// How many parts of the host's values were copied into the value that is leaving Lua.
  let copies = UncheckedCell(0)

  private var objects: [ViewedObject] {
    @inline(__always) _read { yield content.value }
    @inline(__always) _modify { yield &content.value }
  }

  /// Whether a handle is one that this table gave out.
  func contains(_ handle: ObjectHandle) -> Bool { Int(handle.index) < objects.count }

  /// The value behind a handle that this table gave out.
  subscript(handle: ObjectHandle) -> ViewedObject {
    @inline(__always) _read { yield objects[Int(handle.index)] }
  }

  /// What Lua sees of the value behind a handle; nothing for a handle from elsewhere.
  func content(of handle: ObjectHandle) -> ViewedObject.Content {
    contains(handle) ? self[handle].content : .missing
  }

  /// What the value behind a handle is when it leaves Lua.
  func payload(of handle: ObjectHandle) -> RawAnswer {
    contains(handle) ? self[handle].payload : .lua(.nil)
  }

  /// Returns what a value is in Lua.
  ///
  /// - Parameters:
  ///   - payload: The value.
  ///   - type: The declared type of its key, which names the members of a table.
  /// - Returns: A value of Lua, a view, or an object without members.
  func representation(of payload: RawAnswer, type: ValueType? = nil) -> LuaRepresentation {
    switch payload {
    case .swift(let value): representation(of: value, type: type)
    case .set(let set):
      switch set.kind {
      case .scalar(let value): .value(value)
      case .members: set.representation
      case .table, .list, .dictionary, .foreign: representation(of: set.erased, type: type)
      }
    case .lua(.object(let handle)):
      switch content(of: handle) {
      case .context, .missing: .value(.nil)
      case .view(let view): .view(view)
      case .opaque(let value): .opaque(value)
      }
    case .lua(.table(let table)):
      if let type, let part = TypedPart(ofMember: .table(table), type: type) {
        .view(part.luaView)
      } else {
        LuaRepresentation(of: LuaValue.table(table))
      }
    case .lua(let value): .value(value)
    }
  }

  private func representation(of value: Any, type: ValueType?) -> LuaRepresentation {
    if let table = value as? LuaValue { return representation(of: .lua(table), type: type) }
    return LuaRepresentation(of: value)
  }

  // MARK: Adding

  /// Adds a value with members.
  ///
  /// - Parameters:
  ///   - view: The members.
  ///   - path: The path of the value, if some rule assigns a path below it.
  ///   - given: What the value is when it leaves Lua; `nil` for the subject of the view.
  ///   - isSecret: Whether the value is secret.
  ///   - origin: What stands for it in ``SharedReads``, if its handle does not.
  /// - Returns: What Lua is given.
  func add(
    _ view: any LuaView, path: String? = nil, given: RawAnswer? = nil, isSecret: Bool = false,
    origin: UInt64? = nil
  ) -> LuaPush {
    let shape: LuaPushShape =
      switch view.shape {
      case .list: .list
      case .dictionary: .dictionary
      case .members: .members
      }
    // Lua reads a member by a hint without asking whether its path is a key, or whether it is secret.
    let family = path == nil && !isSecret ? view.family : 0
    let identity = view.identity
    let handle = append(
      ViewedObject(
        content: .view(view), path: path, given: given, isSecret: isSecret, origin: origin))
    return .view(handle, shape, identity: identity, family: family)
  }

  /// Adds a value without members of its own.
  func add(_ object: ViewedObject) -> LuaPush {
    let identity = object.identity
    let shape: LuaPushShape =
      switch object.content {
      case .missing: .dictionary
      case .opaque(let value) where value is BoundMember: .function
      default: .opaque
      }
    return .view(append(object), shape, identity: identity)
  }

  /// Adds a value of the host that Lua does not look into.
  func add(opaque object: Any) -> ObjectHandle {
    append(ViewedObject(content: .opaque(object), path: nil, given: .swift(object)))
  }

  private func append(_ object: ViewedObject) -> ObjectHandle {
    objects.append(object)
    return ObjectHandle(index: UInt32(clamping: objects.count - 1))
  }

  /// Removes all values but the context.
  func removeAll() {
    if objects.count > 1 { objects.removeSubrange(1...) }
  }

  // MARK: Grants

  /// Replaces what Lua is about to see by the parts that may be read of it.
  ///
  /// - Throws: ``RuleError`` with the code `notGranted` for a value without members.
  func limit(
    _ push: LuaPush, to part: NameTree, at path: String
  ) throws(RuleError) -> LuaPush {
    if part.isWhole { return push }
    switch push {
    case .value(.nil): return push
    case .view(let handle, let shape, let identity, _) where shape.showsMembers:
      // A copy: rules of other sources may read the same object as a whole.
      var object = self[handle]
      object.granted = GrantedPart(tree: part, path: path)
      object.origin = object.origin ?? UInt64(handle.index)
      return .view(append(object), shape, identity: identity)
    case .value, .view, .context:
      throw .notGranted(reading: path, granted: part.names.map { "\(path).\($0)" })
    }
  }

  /// What may be read of the value behind a handle; `nil` for everything.
  func grantedPart(of handle: ObjectHandle) -> GrantedPart? {
    contains(handle) ? self[handle].granted : nil
  }

  /// Refuses to list or to count what may be read in parts only.
  func refuseListing(_ handle: ObjectHandle) throws(RuleError) {
    guard let granted = grantedPart(of: handle) else { return }
    throw .notGranted(
      listing: "`\(granted.path)`", granted: granted.tree.names.map { "\(granted.path).\($0)" })
  }

  /// Refuses a value that holds something of which the rule may read parts only.
  ///
  /// Whoever gets the value could read all of it.
  func refuseParts(in value: LuaValue) throws(RuleError) {
    switch value {
    case .object(let handle) where handle != .context:
      if let granted = grantedPart(of: handle) { throw .notGranted(givingOn: granted.path) }
    case .table(let table):
      for element in table.elements { try refuseParts(in: element) }
      for field in table.fields { try refuseParts(in: field.value) }
    default: break
    }
  }
}

/// What rule code may read of a value that it may not read as a whole.
struct GrantedPart {
  var tree: NameTree
  /// The path under which the value was read.
  var path: String
}
