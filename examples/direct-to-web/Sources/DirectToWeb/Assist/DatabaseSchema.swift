import Foundation
import LuaRules

extension RuleSchema {
  /// The keys of pages for one database: where rules compare the name of a table or column with a text,
  /// it is one that the database has.
  ///
  /// - Parameters:
  ///   - model: The model of the database.
  ///   - isAboutProperties: Whether `propertyKey` is the name of a property, too; rules of lists may have
  ///     names of their own.
  /// - Returns: The schema.
  /// - Throws: `RuleError`, which would be a mistake of this program.
  static func pages(
    of model: Model, isAboutProperties: Bool = false
  ) throws(RuleError) -> RuleSchema {
    let entities = model.entities.map(\.name)
    let attributes = model.entities.flatMap(\.attributes).map(\.name)
    let relationships = model.entities.flatMap(\.relationships).map(\.name)
    guard
      var schema = (try? JSONSerialization.jsonObject(with: Data(RuleSchema.pages.json().utf8)))
        as? [String: Any]
    else { return .pages }
    schema.restrict(["entity", "name"], to: entities)
    schema.restrict(["attribute", "name"], to: attributes)
    schema.restrict(["relationship", "name"], to: relationships)
    schema.restrict(["relationship", "destination"], to: entities)
    if isAboutProperties {
      // Rights of whole tables are asked without a property.
      schema.restrict(["propertyKey"], to: attributes + relationships + [""])
    }
    guard let data = try? JSONSerialization.data(withJSONObject: schema) else { return .pages }
    return try RuleSchema(json: String(decoding: data, as: UTF8.self), name: "database")
  }
}

extension [String: Any] {
  /// Lists the texts that a member may have.
  fileprivate mutating func restrict(_ path: [String], to texts: [String]) {
    guard let first = path.first else {
      // Texts only once, in an order of their own.
      self["enum"] = Set(texts).sorted()
      return
    }
    if var properties = self["properties"] as? [String: Any],
      var member = properties[first] as? [String: Any]
    {
      member.restrict(Array(path.dropFirst()), to: texts)
      properties[first] = member
      self["properties"] = properties
    }
    for word in ["anyOf", "oneOf"] {
      guard let parts = self[word] as? [[String: Any]] else { continue }
      self[word] = parts.map { part in
        var part = part
        part.restrict(path, to: texts)
        return part
      }
    }
  }
}
