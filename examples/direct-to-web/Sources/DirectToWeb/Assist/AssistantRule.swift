/// A rule that the assistant writes: one answer for one table, and for a task or a property of it.
struct AssistantRule: Hashable, Sendable {
  /// What the rule answers.
  enum Answer: Hashable, Sendable {
    case text(String)
    case names([String])
  }

  /// The key, such as `displayPropertyKeys`.
  var key: String
  /// The table.
  var entity: String
  /// The tasks for which it holds; none for all.
  var tasks: [String] = []
  /// The property that it is about; nil for the page.
  var property: String?
  /// The answer.
  var answer: Answer

  /// Whether both rules answer the same question, so that one takes the place of the other.
  func hasSameQuestion(as other: AssistantRule) -> Bool {
    key == other.key && entity.hasSameBytes(as: other.entity) && tasks == other.tasks
      && (property ?? "").hasSameBytes(as: other.property ?? "")
      && (property == nil) == (other.property == nil)
  }

  /// The rule in Lua, on one line.
  var lua: String {
    var conditions = ["entity = { name = \(entity.luaLiteral) }"]
    if tasks.count == 1 { conditions.append("task = \(tasks[0].luaLiteral)") }
    if tasks.count > 1 {
      conditions.append("task = { \(tasks.map(\.luaLiteral).joined(separator: ", ")) }")
    }
    if let property { conditions.append("propertyKey = \(property.luaLiteral)") }
    let value =
      switch answer {
      case .text(let text): text.luaLiteral
      case .names(let names): "{ \(names.map(\.luaLiteral).joined(separator: ", ")) }"
      }
    return "{ key = \"\(key)\", when = { \(conditions.joined(separator: ", ")) }, "
      + "value = \(value), priority = 500 },"
  }
}

extension String {
  /// The text as a literal of Lua, on one line.
  var luaLiteral: String {
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case _
      where scalar.value < 32 || scalar.value == 127 || scalar.value == 0x2028
        || scalar.value == 0x2029 || scalar.value == 0x85:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
