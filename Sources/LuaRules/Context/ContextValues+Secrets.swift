extension ContextValues {
  /// Returns whether a part of a key's value is secret in one of the schemas,
  /// or was set as a secret key.
  func isSecret(
    _ name: String, inside steps: [String] = [], schemas: some Sequence<RuleSchema>
  ) -> Bool {
    isSecret(name) || schemas.contains { $0.isSecret(name, inside: steps) }
      || original(of: name).map { original in
        schemas.contains { $0.isSecret(original, inside: steps) }
      } == true
  }

  /// Returns whether a name, or a part of it before a dot, was set as a secret
  /// key.
  func isSecret(_ path: String) -> Bool {
    guard !secretNames.isEmpty else { return false }
    let names = path.split(separator: ".", omittingEmptySubsequences: false)
    return (1...names.count).contains { count in
      let name = names.prefix(count).joined(separator: ".")
      return secretNames.contains(original(of: name) ?? name)
    }
  }
}
