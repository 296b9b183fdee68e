/// The stored properties of structures, known from their types alone.
///
/// What ``LuaRepresentation`` shows of a structure by reflection, before there
/// is a value to reflect.
public enum StoredProperties {
  /// A stored property.
  public struct Property {
    /// What it is called.
    public let name: String
    /// The type of its values.
    public let type: Any.Type
    /// Its distance from the beginning of the structure, in bytes.
    let offset: Int
    /// Whether it holds a value, or a strong reference.
    let isStrong: Bool
  }

  /// Returns the properties in the order of declaration; `nil` for what is no structure of Swift.
  public static func all(of type: Any.Type) -> [Property]? {
    guard TypeMetadata.kind(of: type) == .structure else { return nil }
    var properties: [Property] = []
    for index in 0..<recursiveCount(type) {
      var field = unsafe FieldRecord()
      let fieldType = unsafe recursiveChildMetadata(type, index, &field)
      // The runtime may have copied the name, and then says how to free it.
      defer { unsafe field.freeName?(field.name) }
      guard let name = unsafe field.name else { return nil }
      properties.append(
        unsafe Property(
          name: String(cString: name), type: fieldType,
          offset: recursiveChildOffset(type, index), isStrong: field.isStrong))
    }
    return properties
  }

  /// Returns the name of the property that is stored at an offset; `nil` for none of the type.
  public static func name(in type: Any.Type, at offset: Int, of property: Any.Type) -> String? {
    guard let properties = all(of: type) else { return nil }
    return properties.first { $0.type == property && $0.offset == offset }?.name
  }
}

// SOURCE: swift/stdlib/public/core/ReflectionMirror.swift; the same functions that
// `Mirror` is made of.

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
