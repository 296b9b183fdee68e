extension EnumCases {
  /// A case with the types of its associated values; `nil` for a case that has none.
  package typealias Case = (name: String, payload: [Any.Type]?)

  /// Returns the cases of an enum, of which some have associated values; cases without values come
  /// last.
  ///
  /// `nil` for enums whose cases have none, and for generic enums.
  package static func payloads(of type: Any.Type) -> [Case]? {
    guard let cases = TypeMetadata.payloads(of: type),
      cases.contains(where: { $0.type != nil })
    else { return nil }
    return cases.map { name, type in
      (name, type.map { TypeMetadata.elements(ofTuple: $0) ?? [$0] })
    }
  }
}

extension TypeMetadata {
  /// Returns the cases of a Swift enum with the types of their associated values, several of which are
  /// a tuple; `nil` for a generic enum, and for any other type.
  fileprivate static func payloads(of type: Any.Type) -> [(name: String, type: Any.Type?)]? {
    guard let enumeration = enumeration(type), let names = unsafe payloadNames(of: type) else {
      return nil
    }
    var cases: [(name: String, type: Any.Type?)] = []
    for (index, name) in enumeration.caseNames.enumerated() {
      guard let mangled = unsafe names[index] else {
        cases.append((name, nil))
        continue
      }
      guard let payload = unsafe self.type(mangledAs: mangled) else { return nil }
      cases.append((name, payload))
    }
    return cases
  }

  /// Returns the type with a mangled name.
  private static func type(mangledAs name: UnsafeRawPointer) -> Any.Type? {
    let bytes = unsafe name.assumingMemoryBound(to: UInt8.self)
    // SOURCE: swift/docs/ABI/Mangling.rst: a byte below 0x18 begins a reference of four more bytes,
    // one below 0x20 that of a pointer.
    var length = 0
    while unsafe bytes[length] != 0 {
      switch unsafe bytes[length] {
      case 0x01...0x17: length += 1 + MemoryLayout<Int32>.size
      case 0x18...0x1F: length += 1 + MemoryLayout<Int>.size
      default: length += 1
      }
    }
    return unsafe _getTypeByMangledNameInContext(
      bytes, UInt(length), genericContext: nil, genericArguments: nil)
  }

  /// Returns the types of a tuple's elements; `nil` for any other type.
  fileprivate static func elements(ofTuple type: Any.Type) -> [Any.Type]? {
    guard kind(of: type) == .tuple else { return nil }
    return StoredProperties.children(of: type).map(\.type)
  }
}
