/// The members of a structure that does not list them itself: its stored properties.
enum StoredMembers {
  /// Returns the members of a structure; `nil` for types that are shown in another way.
  static func all<Value>(of type: Value.Type) -> LayoutMembers? {
    guard TypeMetadata.kind(of: type) == .structure, !(type is any LuaConvertible.Type),
      !(type is any StandardRepresentable.Type), !(type is any LuaViewConvertible.Type),
      !(type is any RawRepresentable.Type), !(type is any CustomReflectable.Type),
      !(type is any BinaryFloatingPoint.Type), !TypeMetadata.isPointer(type),
      let properties = StoredProperties.all(of: type)
    else { return nil }
    let members = properties.map { property in
      property.isStrong
        ? LayoutMember(property.name, property.type, storedAt: property.offset)
        : LayoutMember(weak: property.name, of: type)
    }
    return LayoutMembers(
      members.sorted { $0.name.precedesInBytes($1.name) },
      note: "only stored properties are visible: make the type a RuleObject to show more")
  }
}

extension LayoutMember {
  /// Creates a member for a weak or unowned reference, which only the runtime can read.
  fileprivate init<Value>(weak name: String, of type: Value.Type) {
    let read: @Sendable (ValuePlace) -> Any = { place in
      let children = Mirror(reflecting: place.value(as: Value.self)).children
      return children.first { $0.label == name }?.value ?? LuaValue.nil
    }
    self.init(
      name, Any.self, isSecret: false, value: read,
      representation: { LuaRepresentation(of: read($0)) })
  }
}
