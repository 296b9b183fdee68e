import LuaRules

/// Something that a user may do with a row by one button: it writes values that rules choose.
///
/// In rules it is a table, one for each action:
///
/// ```lua
/// { key = "actions", when = { entity = { name = "order" }, object = { state = "open" } },
///   value = { name = "ship", title = "Ship", set = { state = "shipped" }, confirm = "Is it packed?" } }
/// ```
///
/// `name` and `set`, the columns with their new values, are needed; `null` removes a value. `title` is the
/// text of the button, `class` a class for the style sheet, and `confirm` a question that is asked before.
struct RowAction: Sendable {
  let name: String
  let title: String
  let className: String
  let confirm: String?
  let values: [(name: String, value: Value)]

  /// Why an answer is no action.
  struct Fault: Error {
    let message: String
  }

  init(_ answer: LuaValue) throws(Fault) {
    guard case .table(let table) = answer, table.elements.isEmpty else {
      throw Fault(message: "an action is a table such as { name = \"ship\", set = { … } }")
    }
    var texts: [String: String] = [:]
    var set: LuaTable?
    for (name, value) in table.fields {
      switch (name, value) {
      case ("set", .table(let table)) where table.elements.isEmpty: set = table
      case ("name", .string(let text)), ("title", .string(let text)), ("class", .string(let text)),
        ("confirm", .string(let text)):
        texts[name] = text
      default:
        throw Fault(
          message: "an action takes `name`, `title`, `set`, `class` and `confirm`, not `\(name)` "
            + "as \(value.literal)")
      }
    }
    guard let name = texts["name"], !name.isEmpty, let set else {
      throw Fault(message: "an action needs `name`, and the columns that it changes in `set`")
    }
    self.name = name
    title = texts["title"] ?? name.displayName
    className = texts["class"] ?? ""
    confirm = texts["confirm"]
    var values: [(String, Value)] = []
    for (column, value) in set.fields {
      guard let value = Value(value) else {
        throw Fault(message: "no column takes \(value.literal), which `\(column)` should get")
      }
      values.append((column, value))
    }
    self.values = values
  }

  /// The change of a row.
  func edit(of entity: Entity) throws(Fault) -> RowEdit {
    var edit = RowEdit()
    for (name, value) in values {
      guard let attribute = entity.attribute(name) else {
        throw Fault(message: "`\(entity.name)` has no column `\(name)`")
      }
      edit.values[attribute.identifier] = value
    }
    return edit
  }
}

extension RowWriter {
  /// Does an action, if it is offered for the row as it is now.
  func act(_ name: String, _ key: RowKey) throws -> WriteResult {
    guard let row = try visibleRow(key) else { return .notFound([key]) }
    guard
      let action = access.actions(of: row).first(where: { $0.name.hasSameBytes(as: name) }),
      let edit = try? action.edit(of: entity)
    else {
      return .invalid([RowProblem(.rule, access.texts["notNow"])])
    }
    return try update(ShownRow(key), edit)
  }
}

extension Access {
  /// The task with which actions are asked for and done: rules about rights may tell it apart from forms.
  static let actionTask = "action"

  /// What a user may do with a row, as `actions` tells; nothing with a row that may not be changed.
  ///
  /// Ask an access for the task ``actionTask``.
  func actions(of row: RowList.Row) -> [RowAction] {
    guard ruleFacts.dependsOnRow("actions") || hasActions(row.entity), canEdit(row),
      var context = context(of: row.entity.identifier)
    else { return [] }
    context.object = row.object
    var found: [RowAction] = []
    for answer in answer(\.actions, "actions", of: row.entity.name, in: context, else: []) {
      do throws(RowAction.Fault) {
        let action = try RowAction(answer)
        _ = try action.edit(of: row.entity)
        if !found.contains(where: { $0.name.hasSameBytes(as: action.name) }) {
          found.append(action)
        }
      } catch {
        refuse("actions", row.entity.name, error.message)
      }
    }
    return found
  }

  /// Whether rules that do not look at the row offer anything.
  private func hasActions(_ entity: Entity) -> Bool {
    rowRights.answer(RowRight(key: "actions", entity: entity.identifier)) {
      guard let context = context(of: entity.identifier) else { return false }
      return !answer(\.actions, "actions", of: entity.name, in: context, else: []).isEmpty
    }
  }
}
