import CLuaSupport

/// What the cases of an enum without associated values are in Lua, by the byte that a case is.
///
/// The lists have an element for each of 256 bytes, and live as long as the process.
@safe struct CaseForms {
  /// The values as Swift reads them; `nil` for a byte that is no case.
  let values: UnsafePointer<LuaValue?>
  /// How many bytes to look through for the case that converts back from a value; 0 for a type whose
  /// values do not convert back to themselves.
  let count: Int
  /// The values as C code pushes them; of the kind `view` where it leaves that to Swift.
  let pushed: UnsafePointer<LRSValue>

  /// Lists the cases of a type; `nil` for other types.
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

  /// The byte that a case is: an enum without associated values is the number of its case.
  private static func byte<Value>(of value: Value) -> Int {
    unsafe withUnsafeBytes(of: value) { unsafe Int($0[0]) }
  }
}

extension LRSValue {
  /// Creates a scalar whose bytes live as long as the process; of the kind `view` for other values.
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
