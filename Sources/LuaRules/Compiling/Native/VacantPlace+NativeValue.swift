import LuaBridge

extension VacantPlace {
  /// Puts a value here whose type is known only at run time.
  borrowing func put(opening value: Any) {
    func opened<Value>(_ value: Value) { put(value) }
    _openExistential(value, do: opened)
  }

  /// Puts a scalar here, if it has the same form in Swift and in Lua.
  borrowing func put(_ value: NativeValue) {
    switch value {
    case .string(let text): type == String.self ? put(text) : put(String?.some(text))
    case .integer(let integer):
      guard let integer = Int(exactly: integer) else { return }
      type == Int.self ? put(integer) : put(Int?.some(integer))
    case .boolean(let flag): type == Bool.self ? put(flag) : put(Bool?.some(flag))
    case .float(let number): type == Double.self ? put(number) : put(Double?.some(number))
    case .nil, .null, .bytes, .view, .undecided: return
    }
    guard isVacant, let value = value.luaValue else { return }
    put(caseThatIs: value)
    put(decimal: value)
  }
}
