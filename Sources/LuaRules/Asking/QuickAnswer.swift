import LuaBridge

extension RuleContext {
  /// Fast path: returns the scalar that a rule gives to a key that is not set; `nil`
  /// if an evaluation is needed.
  func quickScalar(of number: UInt32) -> LuaValue? {
    guard number != 0, probe == nil, isPlain, mayGlance,
      values.read.value(of: number) == nil
    else { return nil }
    let values = ContextReader(values.read, isWhole: true)
    var scalar: LuaValue?
    model.glance { cores in
      guard let program = cores.quickKey(number, of: 0) else { return false }
      var reader = QuickReader(values, cores, program)
      let value: NativeValue? =
        switch reader.answer(to: number) {
        case .constant(let candidate): reader.program.with { $0.constant(of: candidate) }
        case .value(let value, by: _): value
        case .nobody, nil: nil
        }
      scalar = value?.luaValue
      return false
    }
    return scalar
  }
}
