import CLuaSupport

/// A structure, or an object that lists its members, as rules see it.
final class LayoutView: LuaView {
  private let value: LaidOutValue
  /// Keeps the value alive at its address.
  private let owner: AnyObject
  private let members: LayoutMembers
  /// Whether every object of the class is shown in this way.
  let isDefault: Bool

  init(_ value: LaidOutValue, of owner: AnyObject, isDefault: Bool = false) {
    self.value = value
    self.owner = owner
    self.isDefault = isDefault
    members = value.members ?? LayoutMembers([])
  }

  /// Creates a view of a copy of a value, or of an object, with the members that its type lists.
  static func of<Object: MemberListing>(
    _ object: Object, isDefault: Bool = false
  ) -> LayoutView {
    var layout = Layout.of(object)
    if layout.form != .members, layout.form != .object {
      layout = LayoutMaker.object(of: Object.self, Object.layoutMembers)
    }
    let box = ValueBox.make(object, layout)
    return LayoutView(box.content, of: box, isDefault: isDefault)
  }

  /// Creates a view of a copy of a structure with its stored properties; `nil` for other values.
  static func of(structure value: Any) -> LayoutView? {
    func opened<Value>(_ value: Value) -> LayoutView? {
      let layout = Layout.of(value)
      guard layout.form == .members else { return nil }
      let box = ValueBox.make(value, layout)
      return LayoutView(box.content, of: box)
    }
    return _openExistential(value, do: opened)
  }

  /// Whether the view shows the object at an address, with the members that the class `type`
  /// lists.
  func shows(_ object: UnsafeRawPointer, as type: Any.Type) -> Bool {
    unsafe value.layout.pointee.type == TypeMetadata.address(of: type)
      && value.address.load(as: UInt.self) == object.load(as: UInt.self)
  }

  var shape: LuaViewShape { .members }
  var count: Int { members.valueNames.count }
  var keys: [LuaValue] { members.valueNames }
  var subject: Any { value.copy }
  var family: UInt32 { value.layoutNumber }
  var identity: UInt64 {
    let type = unsafe Layout(pointer: value.layout).witness.type
    guard type is AnyClass else { return 0 }
    return UInt64(UInt(bitPattern: ObjectIdentifier(subject as AnyObject)))
  }

  func member(_ key: LuaValue) -> LuaViewMember {
    let position = members.position(of: key)
    guard position != 0 else {
      return .unknown(members: members.names, note: members.note)
    }
    if let stored = value.member(at: position) { return .value(stored.copy) }
    guard case .computed(let value, _) = members.all[Int(position) - 1].source else {
      return .absent
    }
    return .value(value(place))
  }

  func position(of key: LuaValue) -> UInt32 { members.position(of: key) }

  func representation(at position: UInt32) -> LuaRepresentation? {
    if let stored = value.member(at: position) { return stored.representation(of: owner) }
    guard position != 0, Int(position) <= members.all.count,
      case .computed(_, let representation) = members.all[Int(position) - 1].source
    else { return nil }
    return representation(place)
  }

  func storedScalar(at position: UInt32) -> LuaValue? {
    value.member(at: position)?.scalar
  }

  func isSecret(_ key: LuaValue) -> Bool {
    guard members.hasSecrets, case let position = members.position(of: key), position != 0 else {
      return false
    }
    return members.all[Int(position) - 1].isSecret
  }

  private var place: ValuePlace { unsafe ValuePlace(address: value.address) }
}

extension MemberListing {
  /// The same as ``layoutView``, for a type that shows all its values in this way.
  package var defaultLayoutView: any LuaView { LayoutView.of(self, isDefault: true) }

  /// What rules see of the value: the members that its type lists.
  @usableFromInline package var layoutView: any LuaView { LayoutView.of(self) }
}
