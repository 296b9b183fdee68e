public import LuaRules

/// A part of a menu or of a page: a heading, and what stands below it.
///
/// In rules it is a table: `{ title = "Catalog", keys = { "product", "category" } }`.
public struct PageSection: Hashable, Sendable {
  /// The heading; nil for none.
  public var title: String?
  /// The names in order: of tables in a menu, of properties on a page.
  public var keys: [String]

  /// Creates a section.
  public init(title: String? = nil, keys: [String]) {
    self.title = title
    self.keys = keys
  }

  /// The title; nil for an empty one, too.
  var heading: String? { title.flatMap { $0.isEmpty ? nil : $0 } }
}

extension PageSection: Decodable {
  private enum Field: String, CodingKey { case title, keys }

  /// The name of any field.
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads a table of a rule.
  ///
  /// - Throws: `DecodingError` for a field that a section does not have, or a value of another type.
  public init(from decoder: any Decoder) throws {
    for name in try decoder.container(keyedBy: Name.self).allKeys
    where Field(stringValue: name.stringValue) == nil {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "a section has no `\(name.stringValue)`, but `title` and `keys`"))
    }
    let fields = try decoder.container(keyedBy: Field.self)
    title = try fields.decodeIfPresent(String.self, forKey: .title)
    keys = try fields.decode([String].self, forKey: .keys)
  }
}

extension PageSection: ValueTypeProviding {
  /// The names of its members in rules, with their types.
  public static var valueType: ValueType {
    .object(
      ObjectType(
        name: "PageSection",
        members: [
          .init("title", ValueType(describing: String?.self), description: "The heading."),
          .init("keys", ValueType(describing: [String].self), description: "The names, in order."),
        ]))
  }
}
