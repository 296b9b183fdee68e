#if Configuration
  import Configuration
  import LuaRules

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// Rules that answer for keys of a configuration.
  struct ConfigRules: ConfigSnapshot {
    private(set) var context: RuleContext
    let providerName: String
    let answersDefaults: Bool

    /// Returns a copy whose answers are of the generations of this moment.
    func pinned() -> ConfigRules {
      var copy = self
      copy.context = context.pinned()
      return copy
    }

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
      do throws(RuleError) {
        return try answer(to: key, as: type)
      } catch {
        context.report(error)
        guard let result = resultOnError(of: key, as: type) else { throw error }
        return result
      }
    }

    /// Returns the value that a key declares for errors; `nil` if it declares none of the type.
    private func resultOnError(of key: AbsoluteConfigKey, as type: ConfigType) -> LookupResult? {
      var result: LookupResult?
      let path = key.rulePath
      try? context.withAnswerOnError(at: path, or: path.asOneName) { found throws(RuleError) in
        var value: ConfigValue?
        if !found.isNothing {
          value = ConfigValue(try found.content(as: type), isSecret: found.isSecret)
        }
        result = LookupResult(encodedKey: found.name, value: value)
      }
      return result
    }

    private func answer(
      to key: AbsoluteConfigKey, as type: ConfigType
    ) throws(RuleError) -> LookupResult {
      let path = key.rulePath
      var result = LookupResult(encodedKey: path, value: nil)
      try context.with(key.context).withAnswer(
        at: path, or: path.asOneName, takingDefaults: answersDefaults
      ) { found throws(RuleError) in
        result.encodedKey = found.name
        if found.isNothing { return }
        result.value = ConfigValue(try found.content(as: type), isSecret: found.isSecret)
      }
      return result
    }
  }

  extension FoundAnswer {
    /// Converts the value to the type that a reader asks for.
    fileprivate func content(as type: ConfigType) throws(RuleError) -> ConfigContent {
      switch (type, scalar) {
      // The usual scalars first: a conversion to a type looks it up.
      case (.string, .string(let text)?): .string(text)
      case (.int, .integer(let number)?) where Int(exactly: number) != nil: .int(Int(number))
      case (.double, .number(let number)?): .double(number)
      case (.bool, .boolean(let flag)?): .bool(flag)
      case (.string, _): .string(try converted(to: String.self))
      case (.int, _): .int(try converted(to: Int.self))
      case (.double, _): .double(try converted(to: Double.self))
      case (.bool, _): .bool(try converted(to: Bool.self))
      case (.bytes, _): .bytes(Array(try converted(to: Data.self)))
      case (.stringArray, _): .stringArray(try converted(to: [String].self))
      case (.intArray, _): .intArray(try converted(to: [Int].self))
      case (.doubleArray, _): .doubleArray(try converted(to: [Double].self))
      case (.boolArray, _): .boolArray(try converted(to: [Bool].self))
      case (.byteChunkArray, _):
        .byteChunkArray(try converted(to: [Data].self).map { Array($0) })
      }
    }
  }

  extension RuleContext {
    /// Returns a copy with the values of a reader's context.
    fileprivate func with(
      _ values: [String: ConfigContextValue]
    ) throws(RuleError) -> RuleContext {
      if values.isEmpty { return self }
      var copy = self
      try copy.setValues(values.mapValues { $0.luaValue })
      return copy
    }
  }

  extension ConfigContextValue {
    fileprivate var luaValue: LuaValue {
      switch self {
      case .string(let text): .string(text)
      case .int(let number): .integer(Int64(number))
      case .double(let number): .number(number)
      case .bool(let flag): .boolean(flag)
      }
    }
  }
#endif
