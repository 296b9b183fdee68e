/// The addresses of all pages, as text for links.
///
/// Each is a path of this site. Names and keys are tokens of letters that stand for themselves in addresses.
struct Addresses: Sendable {
  /// What stands before each path: empty, or `/shop`.
  let base: String

  var home: String { base + "/" }

  func list(_ entity: Entity, _ items: [(String, String)] = []) -> String {
    path(entity) + Self.query(items)
  }

  func export(_ entity: Entity, _ format: String, _ items: [(String, String)]) -> String {
    path(entity) + "/export/" + format + Self.query(items)
  }

  func new(_ entity: Entity, _ items: [(String, String)] = []) -> String {
    path(entity) + "/new" + Self.query(items)
  }

  func batch(_ entity: Entity) -> String { path(entity) + "/batch" }

  func row(_ entity: Entity, _ key: RowKey, _ task: String = "") -> String {
    path(entity) + "/row/" + key.token + (task.isEmpty ? "" : "/" + task)
  }

  /// The rows at the end of a to-many relationship.
  func related(_ source: Entity, _ key: RowKey, _ relationship: Relationship, _ other: Entity)
    -> String
  {
    list(other, [("of", source.token), ("key", key.token), ("by", relationship.token)])
  }

  /// The bytes of a column.
  func bytes(_ entity: Entity, _ key: RowKey, _ attribute: Attribute) -> String {
    row(entity, key, "bytes/" + attribute.token)
  }

  /// The rows that may be chosen for a relationship.
  func select(_ entity: Entity, _ key: RowKey?, _ relationship: Relationship) -> String {
    let start = key.map { row(entity, $0) } ?? path(entity) + "/new"
    return start + "/select/" + relationship.token
  }

  private func path(_ entity: Entity) -> String { "\(base)/table/\(entity.token)" }

  /// The items behind a question mark.
  static func query(_ items: [(String, String)]) -> String {
    guard !items.isEmpty else { return "" }
    return "?"
      + items.map { "\($0.0.percentEncoded)=\($0.1.percentEncoded)" }.joined(separator: "&")
  }
}

extension Entity {
  /// The name in letters that stand for themselves in addresses.
  var token: String { name.pathToken }
}

extension Relationship {
  /// The name in letters that stand for themselves in addresses.
  var token: String { name.pathToken }
}

extension Attribute {
  /// The name in letters that stand for themselves in addresses.
  var token: String { name.pathToken }
}

extension String {
  /// The text in letters that stand for themselves in addresses: `~20` is the byte 0x20.
  var pathToken: String { isEmpty ? "~" : Value.tilde(self) }

  /// Reads what ``pathToken`` wrote.
  init?(pathToken: some StringProtocol) {
    guard let text = pathToken == "~" ? "" : Value.text(tilde: pathToken) else { return nil }
    self = text
  }

  /// The text with each byte that means something in addresses as `%20`.
  var percentEncoded: String {
    var result = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }
}
