import LuaRules

/// The value of one `--set` option.
struct ValueAssignment {
  let name: String
  /// The value as JSON.
  let json: String
  /// Why a value that begins like a list or an object is nevertheless a string.
  private(set) var note: RuleError.Note?

  /// Reads `KEY=VALUE`; a value that is not JSON is a string.
  init(_ argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? String(parts[1]) : ""
    name = String(parts[0])
    json = Self.json(of: value)
    note = Self.note(on: value)
  }

  init(name: String, json: String) {
    self.name = name
    self.json = json
  }

  /// Returns a value as JSON; a value that is not JSON becomes a string.
  static func json(of value: String) -> String {
    JSON.isReadable(value) ? value : JSON.quoted(value)
  }

  private static func note(on value: String) -> RuleError.Note? {
    guard value.hasPrefix("{") || value.hasPrefix("[") else { return nil }
    do {
      _ = try JSON.read(value, isPrivate: true)
      return nil
    } catch {
      return RuleError.Note(
        "it is read as text, since it is not JSON: column \(error.column): \(error.message)")
    }
  }

  /// Returns a warning about a name that the loaded rules do not use; `nil` if
  /// there is none.
  func oddity(for model: RuleModel) -> String? {
    let names = model.schema.names
    if names.contains(name) || model.assignedKeys.contains(name) { return nil }
    if let dot = name.firstIndex(of: ".") {
      let inner = name[name.index(after: dot)...].split(separator: ".")
      let json = inner.reversed().reduce("…") { "{\"\($1)\":\($0)}" }
      return "no rule gives the key `\(name)`, so none asks for what is set for it\n"
        + "  hint: set the whole: --set '\(name[..<dot])=\(json)'"
    }
    return RuleError.likelyName(for: name, among: names).map {
      "the key `\(name)` is not declared\n  hint: did you mean `\($0)`?"
    }
  }
}
