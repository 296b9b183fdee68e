import LuaRules

/// What a page can be asked about.
enum WhySubject: String, Sendable {
  case page, column, cell, line, field, new, edit, delete, table

  /// The keys that make it.
  var keys: [String] {
    switch self {
    case .page:
      [
        "page", "pageWrapper", "title", "navigationBarTitle", "displayPropertyKeys", "sections",
        "groupBy", "look",
      ]
    case .column:
      [
        "displayNameForProperty", "displayPropertyKeys", "isPropertyVisible", "isSortable",
        "totals", "class",
      ]
    case .cell: ["component", "displayString", "formatter", "displayStringForNil", "class"]
    case .line:
      [
        "displayNameForProperty", "component", "rowComponent", "displayString", "formatter",
        "hideEmptyProperty", "isPropertyVisible",
      ]
    case .field:
      [
        "displayNameForProperty", "component", "isPropertyEditable", "isRequired", "hint",
        "minimum",
        "maximum", "maximumLength", "choices",
      ]
    case .new: ["isEntityReadOnly", "readOnlyEntityNames"]
    case .edit: ["isObjectEditable", "isEntityReadOnly"]
    case .delete: ["isObjectDeletable", "isObjectEditable", "isEntityReadOnly"]
    case .table: ["menu", "visibleEntityNames", "displayNameForEntity", "visibleRows"]
    }
  }

  /// The name of the text of the heading.
  var question: String {
    switch self {
    case .page: "whyPage"
    case .column: "whyColumn"
    case .cell: "whyCell"
    case .line: "whyLine"
    case .field: "whyField"
    case .new: "whyNew"
    case .edit: "whyEdit"
    case .delete: "whyDelete"
    case .table: "whyTable"
    }
  }
}

/// The page that tells which rules made a part of another page.
struct WhyPage: Sendable {
  let request: PageRequest
  let subject: WhySubject
  let entity: Entity?
  let property: String?
  let key: RowKey?

  /// Reads the items of the address; nil when they name nothing.
  init?(_ request: PageRequest) {
    guard let subject = request.item("about").flatMap(WhySubject.init(rawValue:)) else {
      return nil
    }
    self.request = request
    self.subject = subject
    entity = request.item("table").flatMap { String(pathToken: $0) }
      .flatMap { try? request.model.entity(named: $0) }
    property = request.item("property").flatMap { String(pathToken: $0) }
    key = request.item("row").flatMap(RowKey.init(token:))
  }

  /// Explains the keys; not found for whom `mayExplain` does not allow it.
  func answer() async throws -> PageAnswer {
    guard var context = try await context(), request.mayExplain(context, entity) else {
      return .notFound
    }
    let items = subject.keys.map { item(context.explain(at: $0)) }
    let names = [entity.map { request.displayName(of: $0) }, property].compactMap(\.self)
    let title = request.texts[subject.question]
    context.object = nil
    return request.html(
      [
        "page": "PageWhy", "title": title, "navigationBarTitle": title,
        "place": names.joined(separator: " · "), "task": context.task.className, "items": items,
        "user": request.userName.map { ["name": $0] }.orFalse,
      ], in: context, of: entity)
  }

  /// The context in which the page asked; nil when the table or the row is not there.
  private func context() async throws -> RuleContext? {
    guard let entity else { return subject == .page ? request.context : nil }
    guard var context = request.access.context(of: entity.identifier) else { return nil }
    if let key {
      let columns = PageProperties(
        property.map { [$0] } ?? [], of: entity, in: context, request.access)
      let list = try RowList(
        entity, columns: columns.columns, relationships: columns.relationships,
        through: request.access)
      guard let row = try await request.file.read({ try list.row(key, on: $0) }) else { return nil }
      if let found = columns.all.first {
        context = found.context
        if found.attribute?.isSecret != true {
          context.propertyValue = request.plainValue(found, row).lua
        }
      }
      context.object = row.object
    } else if let property {
      context =
        PageProperties([property], of: entity, in: context, request.access).all.first?.context
        ?? context
    }
    return context
  }

  private func item(_ explanation: Explanation) -> [String: Any] {
    let rule = explanation.answer.rule
    return [
      "key": explanation.path,
      "value": explanation.answer.error.map { "\($0.message)" } ?? explanation.answer.json
        ?? request.texts["noAnswer"],
      "place": rule.map { "\($0.location)" } ?? explanation.answer.origin.rawValue,
      "whole": explanation.text(isWhole: true),
      "snippet": snippet(explanation),
    ]
  }

  /// A rule that would answer in place of the others.
  private func snippet(_ explanation: Explanation) -> String {
    var conditions: [String] = []
    if let entity { conditions.append("entity = { name = \(entity.name.luaLiteral) }") }
    if let property, !explanation.path.isAboutEntity {
      conditions.append("propertyKey = \(property.luaLiteral)")
    }
    conditions.append("task = \(request.context.task.luaLiteral)")
    // A rule that gives `nil` gives nothing.
    let value = explanation.answer.value.map { $0.isNothing ? "null" : $0.literal } ?? "…"
    return
      "{ key = \"\(explanation.path)\", when = { \(conditions.joined(separator: ", ")) }, "
      + "value = \(value), priority = 500 },"
  }
}

extension LuaValue {
  fileprivate var isNothing: Bool { if case .nil = self { true } else { false } }
}

extension String {
  /// Whether a key is about a table, also where a property is at hand.
  fileprivate var isAboutEntity: Bool {
    self == "displayPropertyKeys" || self == "isEntityReadOnly" || self == "isObjectEditable"
  }
}

extension PageRequest {
  /// Whether its user may ask why a page is as it is.
  func mayExplain(_ context: RuleContext, _ entity: Entity?) -> Bool {
    ask(\.mayExplain, "mayExplain", of: entity?.name ?? context.task, in: context, else: false)
  }

  /// Where a part of the page is explained; false for whom does not ask, or may not.
  func why(
    _ subject: WhySubject, _ entity: Entity?, property: String? = nil, row: RowKey? = nil
  ) -> Any {
    whyHref(subject, entity, property: property, row: row).orFalse
  }

  /// Where a part of the page is explained; nil for whom does not ask, or may not.
  func whyHref(
    _ subject: WhySubject, _ entity: Entity?, property: String? = nil, row: RowKey? = nil
  ) -> String? {
    guard asksWhy else { return nil }
    var items = [("about", subject.rawValue), ("task", context.task)]
    if let entity { items.append(("table", entity.token)) }
    if let property { items.append(("property", property.pathToken)) }
    if let row { items.append(("row", row.token)) }
    return addresses.why(items)
  }

  private var asksWhy: Bool { item("why") == "1" && mayExplain(context, nil) }
}
