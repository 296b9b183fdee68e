import LuaRules
import Testing

@testable import DirectToWeb

extension AccessFixture {
  func identifier(_ name: String, _ entity: String) throws -> Identifier {
    try #require(try self.entity(entity).attribute(name)).identifier
  }

  func relationship(_ name: String, _ entity: String) throws -> Relationship {
    try #require(try self.entity(entity).relationship(name))
  }

  /// An edit of columns, and of relationships by keys of rows.
  func edit(
    _ entity: String, _ values: [String: Value] = [:], to references: [String: RowKey?] = [:],
    links: [String: RowEdit.Links] = [:]
  ) throws -> RowEdit {
    var edit = RowEdit()
    for (name, value) in values { edit.values[try identifier(name, entity)] = value }
    for (name, key) in references { edit.references[try relationship(name, entity)] = .some(key) }
    for (name, change) in links { edit.links[try relationship(name, entity)] = change }
    return edit
  }

  func shown(
    _ entity: String, _ key: [Value], _ values: [String: Value] = [:]
  ) throws -> ShownRow {
    var shown = ShownRow(try #require(RowKey(key)))
    for (name, value) in values { shown.values[try identifier(name, entity)] = value }
    return shown
  }

  func update(
    _ entity: String, _ key: [Value], _ values: [String: Value] = [:],
    shown originals: [String: Value] = [:], to references: [String: RowKey?] = [:],
    links: [String: RowEdit.Links] = [:], _ access: Access
  ) async throws -> WriteResult {
    try await access.update(
      try shown(entity, key, originals), of: try self.entity(entity),
      with: try edit(entity, values, to: references, links: links), in: file)
  }

  func insert(
    _ entity: String, _ values: [String: Value] = [:], to references: [String: RowKey?] = [:],
    links: [String: RowEdit.Links] = [:], _ access: Access
  ) async throws -> WriteResult {
    try await access.insert(
      into: try self.entity(entity),
      try edit(entity, values, to: references, links: links), in: file)
  }

  func delete(
    _ entity: String, _ key: [Value], shown originals: [String: Value] = [:], _ access: Access
  ) async throws -> WriteResult {
    try await access.delete(
      [try shown(entity, key, originals)], of: try self.entity(entity), in: file)
  }

  /// All rows of all tables, as texts.
  func contents() async throws -> [String: [[Value]]] {
    let entities = model.entities.filter { $0.kind == .table }
    return try await file.read { connection in
      var all: [String: [[Value]]] = [:]
      for entity in entities {
        all[entity.name] = try connection.rows("SELECT * FROM \(entity.identifier)")
      }
      return all
    }
  }
}

extension WriteResult {
  /// What was written; nil for other results.
  var changes: [RowChange]? {
    if case .written(let changes) = self { changes } else { nil }
  }

  /// One line: what a test looks at.
  var summary: String {
    switch self {
    case .written(let changes):
      let texts = changes.map { change in
        let names = Set(change.old.keys).union(change.new.keys).sorted()
        let values = names.map { name in
          "\(name): \(change.old[name]?.token ?? "-")→\(change.new[name]?.token ?? "-")"
        }
        let links = change.links.map { links in
          "\(links.relationship) +\(links.added.map(\.token)) -\(links.removed.map(\.token))"
        }
        let key = "\(change.oldKey?.token ?? "-")→\(change.newKey?.token ?? "-")"
        return "\(change.kind) \(key) \((values + links).joined(separator: ", "))"
      }
      return "written: " + texts.joined(separator: "; ")
    case .notFound(let keys): return "not found: \(keys.map(\.token).joined(separator: " "))"
    case .refused(let notice): return "refused: \(notice)"
    case .conflict(let conflicts):
      let texts = conflicts.map { conflict in
        let yours = conflict.yours?.map(\.token).joined(separator: ",") ?? "delete"
        return
          "\(conflict.property.name): \(conflict.original.map(\.token).joined(separator: ",")), "
          + "theirs \(conflict.theirs.map(\.token).joined(separator: ",")), yours \(yours)"
      }
      return "conflict: " + texts.joined(separator: "; ")
    case .invalid(let problems):
      let texts = problems.map { problem in
        "\(problem.kind) \(problem.properties.map(\.name)): \(problem.message)"
      }
      return "invalid: " + texts.joined(separator: "; ")
    }
  }
}
