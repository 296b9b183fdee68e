/// The stored properties of structures, found by their types alone.
///
/// They are the members that ``LuaRepresentation`` shows by reflection, but here no value
/// is needed.
package enum StoredProperties {
  /// A stored property.
  package struct Property {
    /// The name.
    package let name: String
    /// The type of the property.
    package let type: Any.Type
    /// Its distance from the beginning of the structure, in bytes.
    let offset: Int
    /// Whether it holds a value or a strong reference, not a weak or unowned one.
    let isStrong: Bool
  }

  /// Returns the properties in the order of declaration; `nil` if the type is no Swift structure.
  package static func all(of type: Any.Type) -> [Property]? {
    guard TypeMetadata.kind(of: type) == .structure else { return nil }
    let properties = children(of: type)
    return properties.count == recursiveCount(type) ? properties : nil
  }

  /// Returns the stored properties of a structure, or the elements of a tuple, which have the names
  /// `.0`, `.1` and so on unless they have labels.
  static func children(of type: Any.Type) -> [Property] {
    (0..<recursiveCount(type)).compactMap { index in
      var field = unsafe FieldRecord()
      let fieldType = unsafe recursiveChildMetadata(type, index, &field)
      // If the runtime copied the name, it gives a function to free it.
      defer { unsafe field.freeName?(field.name) }
      guard let name = unsafe field.name else { return nil }
      return unsafe Property(
        name: String(cString: name), type: fieldType,
        offset: recursiveChildOffset(type, index), isStrong: field.isStrong)
    }
  }

  /// Returns the name of the property at an offset; `nil` if there is none of that type.
  package static func name(in type: Any.Type, at offset: Int, of property: Any.Type) -> String? {
    guard let properties = all(of: type) else { return nil }
    return properties.first { $0.type == property && $0.offset == offset }?.name
  }
}

// SOURCE: swift/stdlib/public/core/ReflectionMirror.swift; `Mirror` uses the same
// functions.

@unsafe private struct FieldRecord {
  var name: UnsafePointer<CChar>?
  var freeName: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVar = false

  init() {}
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func recursiveCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func recursiveChildMetadata(
  _ type: Any.Type, _ index: Int, _ field: UnsafeMutablePointer<FieldRecord>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func recursiveChildOffset(_ type: Any.Type, _ index: Int) -> Int
