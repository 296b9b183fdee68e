import LuaRules

/// What one `--set` says.
struct ValueAssignment {
  let name: String
  /// The value as JSON.
  let json: String

  /// Reads `KEY=VALUE`; a value that is not JSON is a string.
  init(_ argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? String(parts[1]) : ""
    name = String(parts[0])
    json = Self.json(of: value)
  }

  init(name: String, json: String) {
    self.name = name
    self.json = json
  }

  /// A value as JSON; what is not JSON is a string.
  static func json(of value: String) -> String {
    JSON.isReadable(value) ? value : JSON.quoted(value)
  }
}
