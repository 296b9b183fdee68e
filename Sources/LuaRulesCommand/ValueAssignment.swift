import LuaBridge
import LuaRules

/// The value of one `--set` option.
struct ValueAssignment {
  let name: String
  /// The value as JSON, which is not yet read.
  let json: String

  /// Reads `KEY=VALUE`; see ``JSON/json(ofTyped:)``.
  init(_ argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? String(parts[1]) : ""
    name = String(parts[0])
    json = JSON.json(ofTyped: value)
  }

  init(name: String, json: String) {
    self.name = name
    self.json = json
  }

  /// Reads the value; an error names the option that gives it.
  func value(of option: String? = nil) throws -> LuaValue {
    do {
      return try JSON.read(json, isPrivate: true)
    } catch {
      var error = RuleError(error, reading: "the value")
      error.location = option.map { SourceLocation(file: $0) }
      throw Failure(error, .badData)
    }
  }

  /// Returns a warning about a name that the loaded rules do not use; `nil` if
  /// there is none.
  func oddity(for model: RuleModel) -> String? {
    let names = model.schema.names
    if names.contains(name) || model.assignedKeys.contains(name) { return nil }
    // A path may be a member of a key's value.
    if name.contains(".") { return nil }
    return RuleError.likelyName(for: name, among: names).map {
      "the key `\(name)` is not declared\n  hint: did you mean `\($0)`?"
    }
  }
}
