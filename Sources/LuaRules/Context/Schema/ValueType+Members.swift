extension ValueType {
  /// Whether values are known to have no members.
  package var hasNoMembers: Bool {
    switch withoutNull {
    case .boolean, .integer, .number, .decimal, .date, .duration: true
    default: false
    }
  }

  /// The object type, if the members of the type are declared.
  package var object: ObjectType? {
    if case .object(let object) = withoutNull { object } else { nil }
  }

  /// The type of the member with a name; `any` if it is unknown.
  package func memberType(_ name: String) -> ValueType { withoutNull.type(ofMember: name) }

  /// The names of the members that are declared.
  package var memberNames: [String] {
    switch withoutNull {
    case .object(let object): object.members.map(\.name)
    case .variant(let variant): variant.object.members.map(\.name)
    default: []
    }
  }

  /// The member with a name, if the members are declared.
  package func member(_ name: String) -> ObjectType.Member? {
    switch withoutNull {
    case .object(let object): object[name]
    case .variant(let variant): variant.object[name]
    case .dictionary(let entry): ObjectType.Member(name, entry)
    default: nil
    }
  }
}
