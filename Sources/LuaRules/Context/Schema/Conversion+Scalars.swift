import LuaBridge

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Conversion {
  // MARK: - Numbers

  func integer(
    _ value: LuaValue, range: ClosedRange<Int64>?
  ) throws(ConversionError) -> LuaValue {
    let type = ValueType.integer(range)
    let integer: Int64
    switch value {
    case .integer(let value): integer = value
    case .number(let number):
      guard let exact = Int64(exactly: number) else {
        let isIntegral = number.isFinite && number.rounded() == number
        throw isIntegral ? wrongValue(value, type) : wrongType(value, type)
      }
      integer = exact
    default: throw wrongType(value, type)
    }
    guard range?.contains(integer) != false else { throw wrongValue(value, type) }
    return .integer(integer)
  }

  func number(_ value: LuaValue) throws(ConversionError) -> LuaValue {
    switch value {
    case .number: return value
    case .integer(let integer):
      let number = Double(integer)
      guard Int64(exactly: number) == integer else {
        throw ConversionError(
          .wrongValue, given: value.literal,
          expected: "a number that a float holds exactly")
      }
      return direction == .intoLua ? .number(number) : value
    default: throw wrongType(value, .number)
    }
  }

  func decimal(_ value: LuaValue) throws(ConversionError) -> LuaValue {
    if direction == .outOfLua {
      switch value {
      case .integer: return value
      case .number:
        guard let answer = DecimalDigits(value)?.answer else { throw wrongValue(value, .decimal) }
        return answer
      default: break
      }
    }
    let digits: DecimalDigits?
    switch value {
    case .integer(let integer): digits = DecimalDigits(integer)
    case .number(let number): digits = DecimalDigits(number.description)
    case .string(let string): digits = DecimalDigits(string)
    default: throw wrongType(value, .decimal)
    }
    guard let digits, let answer = digits.answer else { throw wrongValue(value, .decimal) }
    guard direction == .intoLua else { return answer }
    guard let number = digits.identified?.luaNumber else {
      throw ConversionError(
        .wrongValue, given: answer.literal,
        expected: "a decimal number of at most \(DecimalDigits.digitsInLua) significant digits: "
          + "round it, or declare a string, or an integer of cents")
    }
    return number
  }

  // MARK: - Strings

  func enumerated(
    _ value: LuaValue, scalars: [ValueType.Scalar]
  ) throws(ConversionError) -> LuaValue {
    for scalar in scalars where scalar.value.isRawEqual(to: value) { return scalar.value }
    let type = ValueType.enumeration(scalars)
    // A value whose Lua type none of the listed values has is of the wrong type.
    let isOfKind = scalars.contains { $0.value.typeName == value.typeName }
    var failure = isOfKind ? wrongValue(value, type) : wrongType(value, type)
    failure.allowed = scalars.compactMap { scalar in
      if case .string(let string) = scalar { string } else { nil }
    }
    throw failure
  }

  func uuid(_ value: LuaValue) throws(ConversionError) -> LuaValue {
    guard case .string(let text) = value else { throw wrongType(value, .uuid) }
    guard text.utf8.count == 36, let uuid = UUID(uuidString: text) else {
      throw wrongValue(value, .uuid)
    }
    return .string(uuid.uuidString)
  }

  func url(_ value: LuaValue) throws(ConversionError) -> LuaValue {
    guard case .string(let text) = value else { throw wrongType(value, .url) }
    guard URL(string: text) != nil else { throw wrongValue(value, .url) }
    return value
  }

  func data(_ value: LuaValue) throws(ConversionError) -> LuaValue {
    switch (value, direction) {
    case (.string(let text), .intoLua):
      guard let data = Data(base64Encoded: text) else {
        throw ConversionError(.wrongValue, given: value.literal, expected: "bytes in base64")
      }
      let bytes = [UInt8](data)
      return String(validating: bytes, as: UTF8.self).map(LuaValue.string) ?? .bytes(bytes)
    case (.string, _), (.bytes, _): return value
    default: throw wrongType(value, .data)
    }
  }

  // MARK: - Time

  func date(_ value: LuaValue) throws(ConversionError) -> LuaValue {
    let seconds: Double?
    switch value {
    case .integer(let value): seconds = Double(value)
    case .number(let value): seconds = value
    case .string(let text): seconds = ISO8601.date(text)
    default: throw wrongType(value, .date)
    }
    guard let seconds, ISO8601.isDate(seconds) else { throw wrongValue(value, .date) }
    return .number(seconds)
  }

  func duration(_ value: LuaValue) throws(ConversionError) -> LuaValue {
    let seconds: Double?
    switch value {
    case .integer(let value): seconds = Double(value)
    case .number(let value): seconds = value
    case .string(let text): seconds = ISO8601.duration(text)
    default: throw wrongType(value, .duration)
    }
    guard let seconds, ISO8601.isDuration(seconds) else { throw wrongValue(value, .duration) }
    return .number(seconds)
  }
}
