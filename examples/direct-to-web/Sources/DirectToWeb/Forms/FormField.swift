/// One property on a page that edits a row.
public struct FormField: Sendable {
  /// A row or a value that may be chosen.
  public struct Option: Hashable, Sendable {
    /// What the browser sends.
    public let value: String
    /// What people read.
    public let text: String
    /// Whether it is chosen.
    public internal(set) var isChosen: Bool
  }

  /// What a page showed of a property.
  enum Shown: Hashable, Sendable {
    /// A value of a column.
    case value(Value)
    /// The row of a to-one relationship: its option, and the columns of the foreign key.
    case reference(String, columns: [Value])
    /// The rows of a many-to-many relationship, by their options: those that were there, and those that
    /// were chosen.
    case links(shown: Set<String>, chosen: Set<String>)
    /// A column of bytes: they do not travel, and only a new file changes them.
    case bytes
  }

  /// The column or relationship.
  public let property: Property
  /// The name in HTML: `f` and the place among ``Entity/properties``.
  public let token: String
  /// The label; empty for none.
  public internal(set) var label = ""
  /// A sentence below the field; empty for none.
  public internal(set) var hint = ""
  /// The template of the field.
  public internal(set) var component = ""
  /// The template of label and field.
  public internal(set) var rowComponent = ""
  /// A class for the style sheet; may be empty.
  public internal(set) var style = ""
  /// Whether the browser sends it; else it is only shown.
  public internal(set) var isEditable = true
  /// Whether a value is needed.
  public internal(set) var isRequired = false
  /// Whether that is marked.
  public internal(set) var isMarked = false
  /// The least number.
  public internal(set) var minimum: Double?
  /// The greatest number.
  public internal(set) var maximum: Double?
  /// The greatest number of characters (code points).
  public internal(set) var maximumLength: Int?
  /// The most bytes of a file.
  public internal(set) var maximumSize: Int?
  /// The types of files that are taken, such as `image/*`; empty: any.
  public internal(set) var fileTypes: [String] = []
  /// Whether there is a box for "no value", because an empty text is a value.
  public internal(set) var canBeNull = false
  /// Whether that box is checked.
  public internal(set) var isNull = false
  /// What stands in the field, or is shown where it is not edited.
  public internal(set) var text = ""
  /// What may be chosen.
  public internal(set) var options: [Option] = []
  /// Whether there are more rows to choose from than options.
  public internal(set) var hasMoreChoices = false
  /// The names of the properties that it depends on.
  public internal(set) var dependsOn: [String] = []
  /// Whether another field of the form depends on it.
  public internal(set) var isWatched = false
  /// What is wrong with it.
  public internal(set) var error: String?

  var format = FieldFormat.text
  var shown: Shown

  /// The component that takes a file.
  static let file = "EditFile"
  /// A component that is shown and not sent.
  static let fixed = "EditFixed"

  init(_ property: Property, token: String, shown: Shown) {
    self.property = property
    self.token = token
    self.shown = shown
  }
}

extension Entity {
  /// The name of a property in forms: it does not depend on what else a page shows.
  func token(of property: Property) -> String? {
    properties.firstIndex(of: property).map { "f\($0)" }
  }

  func property(token: String) -> Property? {
    guard token.first == "f", let place = Int(token.dropFirst()), properties.indices.contains(place)
    else { return nil }
    return properties[place]
  }
}
