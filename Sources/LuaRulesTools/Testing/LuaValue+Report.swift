import LuaRules

extension LuaValue {
  /// Returns an object for a JSON report; members without a value are omitted.
  static func object(_ members: [String: LuaValue?]) -> LuaValue {
    let fields = members.compactMap { name, value in value.map { (name: name, value: $0) } }
    return .table(
      LuaTable(object: fields.sorted { $0.name.precedesInBytes($1.name) }))
  }

  static func list(_ elements: [LuaValue]) -> LuaValue {
    .table(LuaTable(elements: elements))
  }

  static func count(_ number: Int) -> LuaValue { .integer(Int64(number)) }

  /// Returns a text as a value; `nil` for no text.
  static func text(_ text: String?) -> LuaValue? { text.map(LuaValue.string) }

  /// Returns the file and the line of a location.
  static func place(_ location: SourceLocation?) -> LuaValue? {
    text(location?.description)
  }

  /// Returns the value of a JSON text, or the text itself if it is not JSON,
  /// such as the text of a secret.
  static func parsed(_ json: String?) -> LuaValue? {
    json.map { (try? JSON.read($0)) ?? .string($0) }
  }

  /// The value as one line of JSON.
  var json: String { (try? JSON.write(self)) ?? "null" }
}

extension Duration {
  /// The length in seconds.
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
