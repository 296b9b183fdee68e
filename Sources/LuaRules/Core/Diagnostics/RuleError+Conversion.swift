import LuaBridge

extension RuleError {
  /// Creates the error for a value that cannot be converted to the requested type.
  init(_ error: ConversionError, ofValue name: String, _ code: Code) {
    if let obstacle = error.obstacle {
      self.init(reading: ([name] + error.path).joined(separator: "."), obstacle)
      isMasked = error.isMasked
      return
    }
    self.init(
      code, "`\(name)` is \(error.given); expected \(error.expected)", hint: error.spellingHint)
    isMasked = error.isMasked
  }

  /// Creates the error for a Swift value without a form in Lua.
  ///
  /// - Parameters:
  ///   - path: The path of the value, if it is known.
  ///   - obstacle: Why it has no form.
  ///   - location: The rule that gives the value, if one does.
  init(reading path: String?, _ obstacle: String, at location: SourceLocation? = nil) {
    let place = path.map { "cannot read `\($0)`: " } ?? ""
    self.init(.wrongType, place + obstacle, at: location)
  }
}
