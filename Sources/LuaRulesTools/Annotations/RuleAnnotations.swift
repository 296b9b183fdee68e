import LuaBridge
import LuaRules

/// What an editor that speaks LuaLS is told about rule files.
///
/// One file has all: the fields of rules, and, instead of a context of any
/// keys, the keys and members of a schema. So the editor completes `c.todo.pri…`
/// and marks a member that does not exist.
public struct RuleAnnotations: Sendable {
  /// The text of a Lua file that is never run: it begins `---@meta`.
  public let text: String

  /// Writes the annotations for a schema.
  ///
  /// - Parameters:
  ///   - schema: The keys with their types, and the host functions. Without
  ///     host functions `host` is open to any name.
  ///   - assignedKeys: Further keys, for which rules answer; they may be anything.
  /// - Throws: `RuleError` with code `bad-schema` when the schema is not one.
  public init(_ schema: RuleSchema, assignedKeys: [String] = []) throws(RuleError) {
    let document: SchemaDocument
    do {
      document = try SchemaDocument(json: schema.json())
    } catch {
      throw RuleError(.badSchema, "\(error)")
    }
    var classes = AnnotatedClasses()
    let keys = classes.fields(of: document.keys, assignedKeys: assignedKeys)
    var parts = AnnotationParts.open
    parts.context = """
      --- What rules look at: `c.title`. These are the keys that the program declares, and those
      --- that rules answer for.
      ---@class Context

      """
    parts.context += keys.map(\.line).joined()
    if !classes.text.isEmpty { parts.context += "\n" + classes.text.dropLast() }
    if !document.hostFunctions.isEmpty {
      let fields = document.hostFunctions.map {
        AnnotatedClasses.Field(name: $0, type: "fun(...: any): any").line
      }
      parts.host = "---@class Host\n\(fields.joined())---@type Host\n"
    }
    // A key that nobody knows yet is no mistake: a rule may be the first to answer for it.
    parts.key = (keys.map { LuaText.quoted($0.name) } + ["string"]).joined(separator: " | ")
    text = parts.text
  }
}
