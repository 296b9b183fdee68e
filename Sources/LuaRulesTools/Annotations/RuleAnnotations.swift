import LuaBridge
import LuaRules

/// Annotations of rule files for editors that support LuaLS.
///
/// One file has everything: the fields of rules and, if there is a schema, its
/// keys and members in place of a context with arbitrary keys. So the editor
/// completes `c.todo.pri…` and marks unknown members.
public struct RuleAnnotations: Sendable {
  /// The text of a Lua file that is never run: it begins with `---@meta`.
  public let text: String

  /// Writes the annotations for a schema.
  ///
  /// - Parameters:
  ///   - schema: The keys with their types, and the host functions. Without
  ///     host functions `host` accepts any name.
  ///   - assignedKeys: Further keys, which rules assign; their values may have
  ///     any type.
  /// - Throws: `RuleError` with code `bad-schema` if the schema is not valid.
  public init(_ schema: RuleSchema, assignedKeys: [String] = []) throws(RuleError) {
    let document: SchemaDocument
    do {
      document = try SchemaDocument(json: schema.json())
    } catch {
      throw RuleError(.badSchema, "\(error)")
    }
    var classes = AnnotatedClasses()
    let keys = classes.fields(of: document.keys, assignedKeys: assignedKeys)
    let functions = document.hostFunctions.map {
      classes.field(ofHostFunction: $0, document.hostFunctionTypes[$0])
    }
    var parts = AnnotationParts.open
    parts.context = """
      --- What rules look at: `c.title`. These are the keys that the program declares, and those
      --- that rules answer for.
      ---@class Context

      """
    parts.context += keys.map(\.line).joined()
    if !classes.text.isEmpty { parts.context += "\n" + classes.text.dropLast() }
    if !functions.isEmpty {
      parts.host = "---@class Host\n\(functions.map(\.line).joined())---@type Host\n"
    }
    // An unknown key is not a mistake: a rule may be the first to assign it.
    parts.key = (keys.map { LuaText.quoted($0.name) } + ["string"]).joined(separator: " | ")
    text = parts.text
  }
}
