extension LuaWriter {
  func binary(
    _ sign: FEELOperator, _ left: Expression, _ right: Expression, _ scope: LuaScope
  ) throws(FEELFault) -> LuaCode {
    if sign.isComparison { return try comparison(sign, left, right, scope) }
    let (one, other) = (try value(left, scope), try value(right, scope))
    if sign == .and || sign == .or {
      if one.isCertain, other.isCertain {
        let word = sign == .and ? "and" : "or"
        return LuaCode(
          lua: "\(one.operand) \(word) \(other.operand)", type: .boolean, mayBeNull: false,
          isAtom: false)
      }
      return LuaCode(
        lua: "feel.\(sign.function)(\(one.lua), \(other.lua))", type: .boolean)
    }
    if FEELType.isNull(sign, one.type, other.type) { return LuaCode(lua: "nil", type: .null) }
    try refuseTemporal(one)
    try refuseTemporal(other)
    var type = FEELType.number
    if sign == .add {
      type =
        one.type.base == .text || other.type.base == .text
        ? .text : one.type.base == .number || other.type.base == .number ? .number : .any
    }
    return LuaCode(lua: "feel.\(sign.function)(\(one.lua), \(other.lua))", type: type)
  }

  func comparison(
    _ sign: FEELOperator, _ left: Expression, _ right: Expression, _ scope: LuaScope
  ) throws(FEELFault) -> LuaCode {
    if let sides = try measured([left, right], scope) {
      return try comparison(sign, sides[0], sides[1], scope)
    }
    if left.isOfOtherKind(than: right) || right.isOfOtherKind(than: left) {
      return LuaCode(lua: "nil", type: .null)
    }
    let (one, other) = (try value(left, scope), try value(right, scope))
    if FEELType.isOfOtherKind(one.type, other.type) { return LuaCode(lua: "nil", type: .null) }
    try refuseUncomparable([one, other])
    if sign == .equal || sign == .unequal {
      let lua = sign == .equal ? "==" : "~="
      let isPlain =
        other.type == .null || one.type == .null
        || (one.type.isScalar && one.type.base == other.type.base)
      if isPlain {
        return LuaCode(
          lua: "\(one.operand) \(lua) \(other.operand)", type: .boolean, mayBeNull: false,
          isAtom: false)
      }
    } else if !one.mayBeNull, !other.mayBeNull, one.type.base == other.type.base,
      one.type.base == .number
    {
      return LuaCode(
        lua: "\(one.operand) \(sign.rawValue) \(other.operand)", type: .boolean, mayBeNull: false,
        isAtom: false)
    }
    return LuaCode(lua: "feel.\(sign.function)(\(one.lua), \(other.lua))", type: .boolean)
  }

  /// Writes tests of which some are conditions about `?`.
  private func within(_ tested: LuaCode, _ tests: [Expression], _ scope: LuaScope)
    throws(FEELFault) -> LuaCode
  {
    guard tested.isAtom, !tested.lua.contains("(") else {
      throw FEELFault(
        message: "`?` stands for what is calculated; give that a name in a context before")
    }
    var scope = scope
    scope.bind("?", LuaBinding(lua: tested.lua, type: tested.type, mayBeNull: tested.mayBeNull))
    var codes: [String] = []
    for test in tests {
      codes.append(
        try value(test.mentions(["?"]) ? test : .within(.name("?"), [test]), scope).lua)
    }
    return LuaCode(
      lua: codes.dropFirst().reduce(codes[0]) { "feel.either(\($0), \($1))" }, type: .boolean)
  }

  func within(_ tested: Expression, _ tests: [Expression], _ scope: LuaScope)
    throws(FEELFault) -> LuaCode
  {
    if let parts = try measured([tested] + tests, scope) {
      return try within(parts[0], Array(parts.dropFirst()), scope)
    }
    let code = try value(tested, scope)
    if tests.count == 1 {
      switch tests[0] {
      case .side(let sign, let bound): return try comparison(sign, tested, bound, scope)
      default: break
      }
    }
    if tests.contains(where: { $0.mentions(["?"]) }) {
      return try within(code, tests, scope)
    }
    var codes = [code]
    for test in tests { codes.append(try value(test, scope)) }
    try refuseUncomparable(codes)
    return LuaCode(
      lua: "feel.within(\(codes.map(\.lua).joined(separator: ", ")))", type: .boolean)
  }

  func side(_ sign: FEELOperator, _ bound: Expression, _ scope: LuaScope)
    throws(FEELFault) -> LuaCode
  {
    let code = try value(bound, scope)
    try refuseUncomparable([code])
    guard sign != .unequal else {
      throw FEELFault(message: "`!=` before a value cannot be converted here")
    }
    return LuaCode(
      lua: "feel.side(\"\(sign.rawValue)\", \(code.lua))", type: .range(code.type))
  }

  // MARK: Conditions

  /// Writes a condition: true in Lua exactly if it is true in FEEL.
  func condition(_ expression: Expression, _ scope: LuaScope) throws(FEELFault) -> LuaCode {
    switch expression {
    case .binary(let sign, let left, let right) where sign == .and || sign == .or:
      let (one, other) = (try condition(left, scope), try condition(right, scope))
      let first = one.joined(sign)
      return LuaCode(
        lua: "\(first) \(sign.rawValue) \(other.joined(sign).after(first, sign))",
        type: .boolean, isAtom: false)
    case .binary(let sign, let left, let right) where sign.isComparison:
      return try compared(sign, left, right, scope)
    default: break
    }
    let code = try value(expression, scope)
    if code.type.base == .boolean { return code }
    return LuaCode(lua: "\(code.operand) == true", type: .boolean, isAtom: false)
  }

  /// Compares a value with a constant as a person would.
  func compared(
    _ sign: FEELOperator, _ left: Expression, _ right: Expression, _ scope: LuaScope
  ) throws(FEELFault) -> LuaCode {
    let standard = try comparison(sign, left, right, scope)
    guard standard.lua.hasPrefix("feel."), try measured([left, right], scope) == nil else {
      return standard
    }
    let (one, other) = (try value(left, scope), try value(right, scope))
    if sign == .equal, left.constant != nil || right.constant != nil {
      return LuaCode(
        lua: "\(one.operand) == \(other.operand)", type: .boolean, mayBeNull: false, isAtom: false)
    }
    guard one.type.base == .number, other.type.base == .number, one.isPath, !other.mayBeNull,
      sign != .equal, sign != .unequal
    else { return standard }
    return LuaCode(
      lua: "\(one.lua) ~= nil and \(one.lua) \(sign.rawValue) \(other.lua)", type: .boolean,
      mayBeNull: false, isAtom: false)
  }

}
