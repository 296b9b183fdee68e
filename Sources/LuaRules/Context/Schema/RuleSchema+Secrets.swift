extension RuleSchema {
  /// Returns whether the value at a path, or a value that contains it, is
  /// secret.
  ///
  /// Secret values are printed as `•••`.
  public func isSecret(_ path: String) -> Bool {
    isSecret(path, inside: [])
  }

  /// Returns whether a part of the value at a path is secret.
  package func isSecret(_ name: String, inside steps: [String]) -> Bool {
    guard hasSecrets else { return false }
    let names = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return (1...names.count).contains { count in
      guard let key = self[names.prefix(count).joined(separator: ".")] else { return false }
      return key.isSecret || key.type.isSecret(at: names.dropFirst(count) + steps)
    }
  }

  /// Returns whether any part of the value at a path is secret.
  func hasSecrets(_ name: String, inside steps: [String]) -> Bool {
    guard hasSecrets, var type = self[name]?.type else { return false }
    for step in steps { type = type.part(step) }
    return type.hasSecrets
  }
}

extension ValueType {
  /// Returns the type of the part of a value under a name, or at a position.
  fileprivate func part(_ step: String) -> ValueType {
    if case .list(let element) = withoutNull { return element }
    return withoutNull.type(ofMember: step)
  }

  /// Whether any member, at any depth, is secret.
  package var hasSecrets: Bool {
    switch self {
    case .optional(let inner), .list(let inner), .dictionary(let inner): inner.hasSecrets
    case .object(let object): object.hasSecrets
    case .variant(let variant): variant.object.hasSecrets
    default: false
    }
  }

  /// Returns whether the path into a value passes a secret member, or ends at
  /// one.
  func isSecret(at steps: some Collection<String>) -> Bool {
    guard let step = steps.first else { return false }
    let rest = steps.dropFirst()
    switch withoutNull {
    case .list(let element): return element.isSecret(at: rest)
    case .dictionary(let entry): return entry.isSecret(at: rest)
    case .object(let object):
      guard let member = object[step] else { return false }
      return member.isSecret || member.type.isSecret(at: rest)
    case .variant(let variant): return ValueType.object(variant.object).isSecret(at: steps)
    default: return false
    }
  }
}

extension ObjectType {
  /// Whether any member, at any depth, is secret.
  fileprivate var hasSecrets: Bool { members.contains { $0.isSecret || $0.type.hasSecrets } }
}
