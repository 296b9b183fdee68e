import LuaRules
import LuaRulesTools

/// A project of texts, in which something gets another name.
struct RenamedProject {
  /// The texts by path, with the schema at `/app.json`.
  var texts: [String: String]

  static let schemaPath = "/app.json"

  var schema: RuleSchema {
    get throws(RuleError) {
      try texts[Self.schemaPath].map { (text) throws(RuleError) in
        try RuleSchema(json: text)
      } ?? RuleSchema()
    }
  }

  private var rules: [String: String] { texts.filter { $0.key != Self.schemaPath } }

  private var options: RuleOptions { RuleOptions(fileSystem: TextFiles(rules)) }

  var project: EditedProject {
    get throws {
      var project = EditedProject()
      for (path, text) in rules { project.files[path] = EditedFile(text, path: path) }
      project.schema = texts[Self.schemaPath].map { SchemaText($0, path: Self.schemaPath) }
      project.index = try RuleCheck(
        RuleSource(path: "/rules"), schema: schema, options: options
      ).index
      return project
    }
  }

  /// Returns the project after a rename at an offset in a file.
  ///
  /// - Throws: `RenameError` if it is refused.
  func renamed(at offset: Int, in path: String, to name: String) throws -> RenamedProject {
    let project = try project
    guard let file = project.files[path] else { throw RenameError("no such file") }
    let part = try project.renamedPart(in: file, at: offset)
    let places = try project.rename(in: file, at: offset, to: name)
    guard places.contains(EditedProject.Place(path: path, range: part)) else {
      throw RenameError("the name itself is left out")
    }
    var result = self
    for (path, places) in Dictionary(grouping: places, by: \.path) {
      result.texts[path] = EditedFile.replacing(
        places.map(\.range), of: texts[path] ?? "", with: name)
    }
    return result
  }

  var model: RuleModel {
    get throws {
      try RuleModel(
        sources: [RuleSource(path: "/rules")], schema: schema, options: options)
    }
  }

  /// Returns the answers for some keys, or the codes of the errors.
  func answers(_ values: [(name: String, value: LuaValue)], keys: [String]) throws -> [String] {
    var context = RuleContext(try model)
    for (name, value) in values { try context.setValue(value, for: name) }
    return keys.map { key in
      do throws(RuleError) {
        return try context.plainAnswer(at: key).printed
      } catch {
        return error.code.rawValue
      }
    }
  }
}
