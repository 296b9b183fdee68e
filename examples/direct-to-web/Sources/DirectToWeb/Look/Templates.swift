public import Foundation
import Mustache

/// The templates of a look: pages, rows and components by name.
///
/// A template sees texts only, and each is escaped. A further template in the folder of the user takes the
/// place of the built-in one of the same name, or is a component of its own.
public struct Templates: Sendable {
  private let library: MustacheLibrary
  /// The names of all templates.
  public let names: Set<String>
  /// The names of those that are not built in.
  let ownNames: Set<String>
  /// The names of the templates that a rule may answer, by key.
  private let answers: [String: Set<String>]

  /// The cells with their components in them, by both names; see ``CellTemplate``.
  let cellTemplates: [String: CellTemplate]

  /// The name of a cell with its component in it.
  static func cell(_ cell: String, of component: String) -> String { "\(cell) \(component)" }

  /// The keys that name templates; a template holds only those of keys before its own.
  private static let order = [
    "component", "cell", "debugComponent", "rowComponent", "page", "pageWrapper",
  ]

  /// Loads the built-in templates, and those of the user over them.
  ///
  /// - Parameter others: The texts of further templates, by name, with the file that errors name.
  /// - Throws: ``TemplateText/Problem`` with file and line.
  public init(others: [(name: String, text: String, file: String)] = []) throws {
    MustacheContentTypes.register(SafeHTML(), named: SafeHTML.name)
    var texts: [String: (text: String, file: String)] = [:]
    for (name, bytes) in BuiltInTemplates.all {
      texts[name] = (String(decoding: bytes, as: UTF8.self), "\(name).mustache")
    }
    for other in others { texts[other.name] = (other.text, other.file) }
    var library = MustacheLibrary()
    var keys: [String: Set<String>] = [:]
    var parts: [String: [String]] = [:]
    for (name, source) in texts.sorted(by: { $0.key < $1.key }) {
      let template = try TemplateText(source.text, file: source.file)
      keys[name] = template.namedByValue
      parts[name] = template.partials.map(\.name)
      for partial in template.partials where texts[partial.name] == nil {
        throw TemplateText.Problem(
          file: source.file, line: partial.line, message: "there is no template `\(partial.name)`")
      }
      do {
        try library.register(template.prepared, named: name)
      } catch let error as MustacheTemplate.ParserError {
        throw TemplateText.Problem(
          file: source.file, line: error.context.lineNumber, message: "\(error.error)")
      }
    }
    var cells: [String: CellTemplate] = [:]
    for cell in ["ListCell", "ListCellLink"] {
      guard let outer = texts[cell]?.text else { continue }
      for (name, inner) in texts where keys[name]?.isEmpty == true {
        cells[Self.cell(cell, of: name)] = CellTemplate(
          outer.replacingOccurrences(of: "{{>*component}}", with: inner.text))
      }
    }
    cellTemplates = cells
    self.library = library
    names = Set(texts.keys)
    ownNames = names.subtracting(BuiltInTemplates.all.map(\.name))
    let held = Dictionary(
      uniqueKeysWithValues: names.map { name in
        var all: Set<String> = []
        var seen: Set = [name]
        var queue = [name]
        while let next = queue.popLast() {
          all.formUnion(keys[next] ?? [])
          queue += parts[next]?.filter { seen.insert($0).inserted } ?? []
        }
        return (name, all)
      })
    answers = Dictionary(
      uniqueKeysWithValues: Self.order.enumerated().map { place, key in
        (key, Set(held.filter { $0.value.isSubset(of: Self.order[..<place]) }.keys))
      })
  }

  /// Whether a rule may answer a key with a template: it is there, and would not hold itself.
  func canAnswer(_ key: String, _ name: String) -> Bool {
    answers[key]?.contains(name) == true
  }

  /// Loads the built-in templates, and over them the files `*.mustache` of a folder.
  ///
  /// - Parameter folder: The folder; nil, or one that is not there, for the built-in templates alone.
  /// - Throws: ``TemplateText/Problem`` with file and line; what the system says of a file that cannot be
  ///   read.
  public init(folder: URL?) throws {
    let files = folder.map { TemplateFolder(url: $0).files }
    try self.init(
      others: (files ?? []).map { file in
        (
          file.deletingPathExtension().lastPathComponent,
          try String(contentsOf: file, encoding: .utf8), file.lastPathComponent
        )
      })
  }

  /// Renders a page.
  public func html(_ values: [String: Any], in wrapper: String = "Layout") -> String {
    html(NamedValues(values), in: wrapper)
  }

  func html(_ values: some TemplateValues, in wrapper: String) -> String {
    library.render(values, withTemplate: wrapper) ?? ""
  }
}
