import LuaBridge

/// The Swift values of which Lua holds views, by the handle that Lua knows.
///
/// Handles are valid for one evaluation. The context itself always has the first handle.
///
/// A class, because host code that computes a member may ask again and add values meanwhile.
final class ViewTable {
  private let content = UncheckedCell([ViewedObject.context])
  /// The number of parts that were copied into the value that is leaving Lua.
  let copies = UncheckedCell(0)

  private var objects: [ViewedObject] {
    @inline(__always) _read { yield content.value }
    @inline(__always) _modify { yield &content.value }
  }

  /// Whether this table gave out the handle.
  func contains(_ handle: ObjectHandle) -> Bool { Int(handle.index) < objects.count }

  /// The value behind a handle of this table.
  subscript(handle: ObjectHandle) -> ViewedObject {
    @inline(__always) _read { yield objects[Int(handle.index)] }
  }

  /// What Lua sees of the value behind a handle; `missing` for an unknown handle.
  func content(of handle: ObjectHandle) -> ViewedObject.Content {
    contains(handle) ? self[handle].content : .missing
  }

  /// The raw answer for the value behind a handle, when it leaves Lua.
  func rawAnswer(of handle: ObjectHandle) -> RawAnswer {
    contains(handle) ? self[handle].rawAnswer : .lua(.nil)
  }

  /// Returns the Lua form of a value.
  ///
  /// - Parameters:
  ///   - rawAnswer: The value.
  ///   - type: The declared type of its key, which names the members of a table.
  /// - Returns: A value of Lua, a view, or an object without members.
  func representation(of rawAnswer: RawAnswer, type: ValueType? = nil) -> LuaRepresentation {
    switch rawAnswer {
    case .swift(let value): representation(ofSet: value, type: type)
    case .set(let set):
      switch set.kind {
      case .scalar(let value): .value(value)
      case .members: set.representation
      case .table, .list, .dictionary, .foreign: representation(ofSet: set.erased, type: type)
      }
    case .lua(.object(let handle)):
      switch content(of: handle) {
      case .context, .missing: .value(.nil)
      case .view(let view): .view(view)
      case .opaque(let value): .opaque(value)
      }
    // What a rule gave has the members that it gave.
    case .lua(.table(let table)): representation(of: table, type: type?.given)
    case .lua(let value): .value(value)
    }
  }

  private func representation(of table: LuaTable, type: ValueType?) -> LuaRepresentation {
    if let type, let part = TypedPart(of: table, type: type) {
      .view(part.luaView)
    } else {
      LuaRepresentation(of: LuaValue.table(table))
    }
  }

  private func representation(ofSet value: Any, type: ValueType?) -> LuaRepresentation {
    switch value {
    case LuaValue.table(let table): representation(of: table, type: type)
    case let value as LuaValue: representation(of: .lua(value), type: type)
    default: LuaRepresentation(of: value)
    }
  }

  // MARK: Adding

  /// Adds a value with members.
  ///
  /// - Parameters:
  ///   - view: The view of its members.
  ///   - path: The path of the value, if some rule assigns a key below that path.
  ///   - given: The raw answer when the value leaves Lua; `nil` for the subject of the view.
  ///   - isSecret: Whether the value is secret.
  ///   - origin: The origin of the value in ``SharedReads``, if it is not the handle.
  /// - Returns: The push for Lua.
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
    // Reading by hint skips the checks for path keys and secrets, so such values get no hints.
    let family = path == nil && !isSecret ? view.family : 0
    let identity = view.identity
    let handle = append(
      ViewedObject(
        content: .view(view), path: path, given: given, isSecret: isSecret, origin: origin))
    return .view(handle, shape, identity: identity, family: family)
  }

  /// Adds a value that shows no members.
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

  /// Adds a host value that is opaque to Lua.
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
    copies.value = 0
  }

  // MARK: Grants

  /// Limits a value to the parts that the rule may read.
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

  /// The parts that may be read of the value behind a handle; `nil` for everything.
  func grantedPart(of handle: ObjectHandle) -> GrantedPart? {
    contains(handle) ? self[handle].granted : nil
  }

  /// Throws if the rule may read only parts of the object, and so may not list or count it.
  func refuseListing(_ handle: ObjectHandle) throws(RuleError) {
    guard let granted = grantedPart(of: handle) else { return }
    throw .notGranted(
      listing: "`\(granted.path)`", granted: granted.tree.names.map { "\(granted.path).\($0)" })
  }

  /// Throws if the value contains an object of which the rule may read only parts.
  ///
  /// The receiver of the value could read all of it.
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

/// The parts of a value that rule code may read.
struct GrantedPart {
  var tree: NameTree
  /// The path under which the value was read.
  var path: String
}
