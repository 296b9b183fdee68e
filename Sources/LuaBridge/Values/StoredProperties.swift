/// The stored properties of structures, known from their types alone.
///
/// What ``LuaRepresentation`` shows of a structure by reflection, before there
/// is a value to reflect.
public enum StoredProperties {
  /// Returns the names and types in the order of declaration; `nil` for what is
  /// no structure of Swift.
  public static func all(of type: Any.Type) -> [(name: String, type: Any.Type)]? {
    guard TypeMetadata.kind(of: type) == .structure else { return nil }
    var properties: [(name: String, type: Any.Type)] = []
    for index in 0..<recursiveCount(type) {
      var field = unsafe FieldRecord()
      let fieldType = unsafe recursiveChildMetadata(type, index, &field)
      // The runtime may have copied the name, and then says how to free it.
      defer { unsafe field.freeName?(field.name) }
      guard let name = unsafe field.name else { return nil }
      properties.append((unsafe String(cString: name), fieldType))
    }
    return properties
  }

  /// Returns the name of the property that is stored at an offset; `nil` for none of the type.
  public static func name(in type: Any.Type, at offset: Int, of property: Any.Type) -> String? {
    guard let properties = all(of: type) else { return nil }
    return properties.indices
      .first {
        properties[$0].type == property && recursiveChildOffset(type, $0) == offset
      }
      .map { properties[$0].name }
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
