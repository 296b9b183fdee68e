import CLuaSupport

/// The Lua values of the cases of an enum without associated values, indexed by the byte of a case.
///
/// Each list has 256 elements, one for each possible byte, and lives as long as the process.
@safe struct CaseForms {
  /// The values for Swift; `nil` for a byte that is no case.
  let values: UnsafePointer<LuaValue?>
  /// How many bytes to search to convert a value back to its case; 0 for a type whose values do not
  /// convert back to themselves.
  let count: Int
  /// The values for C code; kind `view` if Swift must push the value.
  let pushed: UnsafePointer<LRSValue>

  /// Creates the forms of a type; `nil` if it is not an enum of this kind.
  init?<Value>(of type: Value.Type) {
    guard MemoryLayout<Value>.size == 1, TypeMetadata.isPlainEnumeration(type),
      !(type is any LuaConvertible.Type), let cases = EnumCases.all(of: type)
    else { return nil }
    var forms = [LuaValue?](repeating: nil, count: 256)
    for value in cases {
      guard case .value(let form) = LuaRepresentation(of: value) else { return nil }
      forms[Self.byte(of: value)] = form
    }
    let areReversible = cases.allSatisfy { value in
      guard let form = forms[Self.byte(of: value)] else { return false }
      let converter = LuaConverter { _ in nil }
      guard let back = try? converter.convert(form, to: type) else { return false }
      return Self.byte(of: back) == Self.byte(of: value)
    }
    count = areReversible ? 1 + (forms.lastIndex { $0 != nil } ?? -1) : 0
    let values = UnsafeMutablePointer<LuaValue?>.allocate(capacity: forms.count)
    let pushed = UnsafeMutablePointer<LRSValue>.allocate(capacity: forms.count)
    for (byte, form) in forms.enumerated() {
      unsafe (values + byte).initialize(to: form)
      unsafe (pushed + byte).initialize(to: LRSValue(lasting: form))
    }
    unsafe self.values = UnsafePointer(values)
    unsafe self.pushed = UnsafePointer(pushed)
  }

  /// The byte of a case: an enum without associated values is stored as the number of its case.
  private static func byte<Value>(of value: Value) -> Int {
    unsafe withUnsafeBytes(of: value) { unsafe Int($0[0]) }
  }
}

extension LRSValue {
  /// Creates a scalar whose bytes live as long as the process; kind `view` for other values.
  fileprivate init(lasting value: LuaValue?) {
    self.init()
    switch value {
    case .nil: kind = .nil
    case .boolean(let flag):
      kind = .boolean
      integer = flag ? 1 : 0
    case .integer(let value):
      kind = .integer
      integer = value
    case .number(let value):
      kind = .number
      number = value
    case .string(let text):
      kind = .string
      let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count)
      _ = unsafe copy.initialize(from: text.utf8.lazy.map { CChar(bitPattern: $0) })
      unsafe bytes = UnsafePointer(copy.baseAddress)
      length = text.utf8.count
    case .null, .bytes, .table, .object, .function, nil: kind = .view
    }
  }
}
