/// The addresses of all pages, as text for links.
///
/// Each is a path of this site. Names and keys are tokens of letters that stand for themselves in addresses.
struct Addresses: Sendable {
  /// What stands before each path: empty, or `/shop`.
  let base: String

  var home: String { base + "/" }

  /// Where all tables are searched.
  var search: String { base + "/search" }

  func list(_ entity: Entity, _ items: [(String, String)] = []) -> String {
    path(entity) + Self.query(items)
  }

  func export(_ entity: Entity, _ format: String, _ items: [(String, String)]) -> String {
    path(entity) + "/export/" + format + Self.query(items)
  }

  func new(_ entity: Entity, _ items: [(String, String)] = []) -> String {
    path(entity) + "/new" + Self.query(items)
  }

  /// Where the rows of a file are added.
  func importing(_ entity: Entity) -> String { path(entity) + "/import" }

  func batch(_ entity: Entity, _ items: [(String, String)] = []) -> String {
    path(entity) + "/batch" + Self.query(items)
  }

  /// What does something with rows.
  func act(_ entity: Entity, _ items: [(String, String)] = []) -> String {
    path(entity) + "/act" + Self.query(items)
  }

  func delete(_ entity: Entity) -> String { path(entity) + "/delete" }

  func row(_ entity: Entity, _ key: RowKey, _ task: String = "") -> String {
    path(entity) + "/row/" + key.token + (task.isEmpty ? "" : "/" + task)
  }

  /// The rows at the end of a to-many relationship.
  func related(_ key: RowKey, _ relationship: Relationship, _ other: Entity) -> String {
    list(other, ListState.start(relationship, of: key))
  }

  /// The bytes of a column.
  func bytes(_ entity: Entity, _ key: RowKey, _ attribute: Attribute) -> String {
    row(entity, key, "bytes/" + attribute.token)
  }

  /// The image in a column.
  func image(_ entity: Entity, _ key: RowKey, _ attribute: Attribute) -> String {
    row(entity, key, "image/" + attribute.token)
  }

  /// The rows that may be chosen for a relationship.
  func select(_ entity: Entity, _ key: RowKey?, _ relationship: Relationship) -> String {
    let start = key.map { row(entity, $0) } ?? path(entity) + "/new"
    return start + "/select/" + relationship.token
  }

  /// Where a row is made for a relationship in a form, and where that row is sent.
  func add(
    _ entity: Entity, _ key: RowKey?, _ relationship: Relationship, isSent: Bool = false
  ) -> String {
    let start = key.map { row(entity, $0) } ?? path(entity) + "/new"
    return start + (isSent ? "/added/" : "/add/") + relationship.token
  }

  /// Where one field of several rows is changed.
  func change(_ entity: Entity, _ items: [(String, String)] = []) -> String {
    path(entity) + "/change" + Self.query(items)
  }

  /// The changes of all tables, from the newest or from a number.
  func changes(from number: Int64? = nil) -> String {
    base + "/changes" + Self.query(number.map { [("from", String($0))] } ?? [])
  }

  /// What undoes the deletions of a transaction.
  func restore(_ operation: Int64) -> String {
    base + "/changes/restore" + Self.query([("operation", String(operation))])
  }

  /// Where a user changes the own password.
  var password: String { base + "/password" }

  /// Where a part of a page is explained.
  func why(_ items: [(String, String)]) -> String { base + "/why" + Self.query(items) }

  /// All parts of the design system.
  var parts: String { base + "/parts" }

  /// Where the properties of a table are arranged.
  func assist(_ entity: Entity, _ task: String) -> String {
    base + "/assist" + Self.query([("table", entity.token), ("task", task)])
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
