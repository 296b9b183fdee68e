import Foundation
import LuaRules

/// The page on which somebody arranges the properties of a table by clicking.
struct AssistPage: Sendable {
  let request: PageRequest
  let entity: Entity
  private let context: RuleContext

  /// The tasks that can be arranged; `edit` and `new` together.
  static let tasks = ["list", "inspect", "edit"]

  /// Reads the items of the address; nil for whom `mayAssist` does not allow it.
  init?(_ request: PageRequest) {
    guard
      let entity = request.item("table").flatMap({ String(pathToken: $0) })
        .flatMap({ try? request.model.entity(named: $0) }),
      let context = request.access.context(of: entity.identifier),
      Self.tasks.contains(context.task),
      request.ask(\.mayAssist, "mayAssist", of: entity.name, in: context, else: false)
    else { return nil }
    self.request = request
    self.entity = entity
    self.context = context
  }

  /// The form.
  ///
  /// - Parameter problem: Why the last one was not saved.
  /// - Returns: The page.
  func answer(problem: String? = nil) -> PageAnswer {
    let title = request.texts[
      "arrangeTable",
      ["table": request.displayName(of: entity), "task": taskName(context.task)]]
    let rows = properties.enumerated().map { index, property -> [String: Any] in
      let component = request.ask(
        \.component, "component", of: "\(entity.name).\(property.key)", in: property.context,
        else: "")
      return [
        "number": String(index), "name": property.key,
        "position": shownKeys.firstIndex(of: property.key).map { String($0 + 1) } ?? "",
        "isShown": shownKeys.contains(property.key), "label": request.label(of: property, entity),
        "options": (components.contains(component) ? components : [component] + components).map {
          ["text": $0, "isChosen": $0 == component] as [String: Any]
        },
      ]
    }
    return request.html(
      [
        "page": "PageAssist", "title": title, "navigationBarTitle": title, "rows": rows,
        "problem": problem.orFalse, "saveHref": request.addresses.assist(entity, context.task),
        "backHref": request.addresses.list(entity),
        "tasks": Self.tasks.map {
          [
            "href": request.addresses.assist(entity, $0), "text": taskName($0),
            "isCurrent": $0 == context.task,
          ] as [String: Any]
        },
      ], in: context, of: entity, status: problem == nil ? 200 : 422)
  }

  /// The words for one of the tasks.
  private func taskName(_ task: String) -> String {
    switch task {
    case "list": request.texts["taskList"]
    case "inspect": request.texts["taskInspect"]
    default: request.texts["taskEdit"]
    }
  }

  /// The rules that a filled-in form means; only for what is otherwise than before.
  func rules(_ form: [(name: String, value: String)]) -> [AssistantRule] {
    func field(_ name: String) -> String? { form.last { $0.name == name }?.value }
    var rules: [AssistantRule] = []
    var shown: [(position: Double, key: String)] = []
    for (index, property) in properties.enumerated() {
      if field("shown\(index)") != nil {
        shown.append((field("position\(index)").flatMap(Double.init) ?? .infinity, property.key))
      }
      if let label = field("label\(index)"),
        !label.hasSameBytes(as: request.label(of: property, entity))
      {
        rules.append(
          AssistantRule(
            key: "displayNameForProperty", entity: entity.name, property: property.key,
            answer: .text(label)))
      }
      let component = request.ask(
        \.component, "component", of: "\(entity.name).\(property.key)", in: property.context,
        else: "")
      if let chosen = field("component\(index)"), chosen != component, components.contains(chosen) {
        rules.append(
          AssistantRule(
            key: "component", entity: entity.name, tasks: ruleTasks, property: property.key,
            answer: .text(chosen)))
      }
    }
    let keys = shown.enumerated()
      .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element.key)
    if keys != shownKeys {
      rules.append(
        AssistantRule(
          key: "displayPropertyKeys", entity: entity.name, tasks: ruleTasks, answer: .names(keys)))
    }
    return rules
  }

  /// All questions of this page, for whom wants the default rules back.
  var allRules: [AssistantRule] {
    var rules = [
      AssistantRule(
        key: "displayPropertyKeys", entity: entity.name, tasks: ruleTasks, answer: .names([]))
    ]
    for property in properties {
      rules.append(
        AssistantRule(
          key: "displayNameForProperty", entity: entity.name, property: property.key,
          answer: .text("")))
      rules.append(
        AssistantRule(
          key: "component", entity: entity.name, tasks: ruleTasks, property: property.key,
          answer: .text("")))
    }
    return rules
  }

  private var ruleTasks: [String] { context.task == "edit" ? ["edit", "new"] : [context.task] }

  /// The names that are shown, in order.
  private var shownKeys: [String] {
    request.ask(
      \.displayPropertyKeys, "displayPropertyKeys", of: entity.name, in: context, else: [])
  }

  /// What is shown, and behind it what could be.
  private var properties: [PageProperty] {
    let shown = shownKeys
    let others =
      entity.attributes.filter { !$0.isHidden }.map(\.name) + entity.relationships.map(\.name)
    return PageProperties(
      shown + others.filter { !shown.contains($0) }, of: entity, in: context, request.access
    ).all
  }

  private var components: [String] {
    let prefix = context.task == "edit" ? "Edit" : "Display"
    let own = request.templates.ownNames.filter { request.templates.canAnswer("component", $0) }
    return (request.templates.names.filter { $0.hasPrefix(prefix) }.union(own)).sorted()
  }
}
