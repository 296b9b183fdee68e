import LuaBridge

extension RuleContext {
  /// Whether the value at a path is secret: declared as secret, or set for a secret key.
  ///
  /// A secret is printed as `•••`.
  public func isSecret(_ path: String) -> Bool { isSecret(path, inside: []) }

  /// Returns whether a part of the value at a path is secret.
  func isSecret(_ name: String, inside steps: [String]) -> Bool {
    values.isSecret(name, inside: steps, schemas: model.current.lazy.map(\.schema))
  }
}
