import LuaRules

extension LuaValue {
  /// An object of a report in JSON; members without a value are left out.
  static func object(_ members: [String: LuaValue?]) -> LuaValue {
    let fields = members.compactMap { name, value in value.map { (name: name, value: $0) } }
    return .table(
      LuaTable(fields: fields.sorted { $0.name.precedesInBytes($1.name) }))
  }

  static func list(_ elements: [LuaValue]) -> LuaValue {
    .table(LuaTable(elements: elements))
  }

  static func count(_ number: Int) -> LuaValue { .integer(Int64(number)) }

  /// A text; `nil` for no text.
  static func text(_ text: String?) -> LuaValue? { text.map(LuaValue.string) }

  /// The line and the file of a place.
  static func place(_ location: SourceLocation?) -> LuaValue? {
    text(location?.description)
  }

  /// What a text of JSON says; the text itself when it is none, such as that of a secret.
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
