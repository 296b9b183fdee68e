/// The cases of enums whose cases have no associated values.
///
/// Found by `CaseIterable`, or in the Swift runtime's records about
/// enums. Any type may be asked; for other types the answer is `nil`.
package enum EnumCases {
  /// Returns all cases in the order of their declaration, or that of `allCases`.
  ///
  /// - Complexity: O(*n*) for *n* cases; nothing is cached.
  package static func all<Value>(of type: Value.Type) -> [Value]? {
    guard TypeMetadata.kind(of: type) == .enumeration else { return nil }
    if let iterable = type as? any CaseIterable.Type { return listed(by: iterable) }
    guard let names = plainNames(of: type) else { return nil }

    var cases: [Value] = []
    cases.reserveCapacity(names.count)
    for tag in names.indices {
      guard let value = value(ofCase: tag, in: names, as: type) else { return nil }
      cases.append(value)
    }
    return cases
  }

  /// Returns the names of all cases, in the same order.
  package static func names(of type: Any.Type) -> [String]? {
    func names<Value>(_ type: Value.Type) -> [String]? {
      guard let cases = all(of: type) else { return nil }
      let names = cases.compactMap { name(of: $0) }
      return names.count == cases.count ? names : nil
    }
    return _openExistential(type, do: names)
  }

  /// Returns the name of a value's case, also with associated values.
  ///
  /// It is the name in the source; `description` is not used.
  package static func name(of value: Any) -> String? {
    guard TypeMetadata.kind(of: type(of: value)) == .enumeration else { return nil }
    return TypeMetadata.caseName(of: value)
  }

  /// Returns the case with the name, as written in the source.
  ///
  /// The case itself must have no associated values, but other cases of the enum
  /// may have some.
  package static func value<Value>(named name: String, of type: Value.Type) -> Value? {
    func isNamed(_ other: String) -> Bool { other.utf8.elementsEqual(name.utf8) }
    guard TypeMetadata.kind(of: type) == .enumeration else { return nil }
    if type is any CaseIterable.Type, let cases = all(of: type) {
      return cases.first { Self.name(of: $0).map(isNamed) == true }
    }
    if let names = plainNames(of: type) {
      return names.firstIndex(where: isNamed).flatMap { value(ofCase: $0, in: names, as: type) }
    }
    guard let enumeration = TypeMetadata.enumeration(type),
      let tag = enumeration.emptyCases.first(where: { isNamed(enumeration.caseNames[$0]) }),
      let value = TypeMetadata.value(ofEmptyCase: tag, as: type),
      TypeMetadata.caseName(of: value) == enumeration.caseNames[tag]
    else { return nil }
    return value
  }
}

// MARK: - Where cases are known from

extension EnumCases {
  /// A limit above any real enum, for an infinite `allCases`.
  private static let mostCases = 0x1_0000

  private static func listed<Value>(by type: any CaseIterable.Type) -> [Value]? {
    func cases<Listed: CaseIterable>(_ type: Listed.Type) -> [Any] {
      Array(type.allCases.prefix(mostCases))
    }
    let cases = cases(type).compactMap { $0 as? Value }
    // A handwritten `allCases` may list cases with associated values.
    let arePlain = cases.allSatisfy { Mirror(reflecting: $0).children.isEmpty }
    return arePlain ? cases : nil
  }

  private static func plainNames(of type: Any.Type) -> [String]? {
    guard let enumeration = TypeMetadata.enumeration(type), enumeration.isPlain,
      (1...mostCases).contains(enumeration.caseNames.count)
    else { return nil }
    return enumeration.caseNames
  }

  /// Makes a case, and checks the name that the runtime gives it: if the name differs, the bytes
  /// were wrong, and the result is `nil`.
  private static func value<Value>(
    ofCase tag: Int, in names: [String], as type: Value.Type
  ) -> Value? {
    guard let value = TypeMetadata.value(ofCase: tag, among: names.count, as: type),
      TypeMetadata.caseName(of: value) == names[tag]
    else { return nil }
    return value
  }
}
