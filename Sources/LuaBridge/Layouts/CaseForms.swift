/// What the cases of an enum without associated values are in Lua, by the byte that a case is.
enum CaseForms {
  /// Returns the list of all 256 bytes, which lives as long as the process; `nil` for other types.
  static func make<Value>(of type: Value.Type) -> UnsafePointer<LuaValue?>? {
    guard MemoryLayout<Value>.size == 1, TypeMetadata.isPlainEnumeration(type),
      !(type is any LuaConvertible.Type), let cases = EnumCases.all(of: type)
    else { return nil }
    var forms = [LuaValue?](repeating: nil, count: 256)
    for value in cases {
      guard case .value(let form) = LuaRepresentation(of: value) else { return nil }
      forms[byte(of: value)] = form
    }
    let list = UnsafeMutableBufferPointer<LuaValue?>.allocate(capacity: forms.count)
    _ = unsafe list.initialize(from: forms)
    return unsafe UnsafePointer(list.baseAddress)
  }

  /// The byte that a case is: an enum without associated values is the number of its case.
  private static func byte<Value>(of value: Value) -> Int {
    unsafe withUnsafeBytes(of: value) { unsafe Int($0[0]) }
  }
}
