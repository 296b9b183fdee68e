import LuaBridge

/// What observers print of values and errors.
enum ObservedText {
  /// Returns a value as one line of JSON, as the type of its key says.
  ///
  /// The one place where a value becomes text for an observer. What has no
  /// JSON form is a string that describes it.
  static func json(
    of value: Any, isJSON: Bool = false, at path: String, in context: RuleContext
  ) -> String {
    if isJSON, let text = value as? String { return text }
    let type = (try? Access.with(context) { $0.declaredType(at: path) }) ?? .any
    do {
      let copy = try LuaValue(copying: .swift(value)) { .string(String(describing: $0)) }
      return try JSON.write(copy, as: type)
    } catch {
      return JSON.quoted(String(describing: value))
    }
  }

  /// Returns what is set on a context at a path as JSON; `null` when nothing is.
  ///
  /// No rule is asked.
  static func json(ofValueSetAt path: String, in context: RuleContext) -> String {
    var steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...]
    var name = path
    var members: [String] = []
    while context.values[name] == nil, let step = steps.popLast(), !steps.isEmpty {
      members.insert(step, at: 0)
      name = steps.joined(separator: ".")
    }
    guard var value: Any = context.values[name] else { return "null" }
    for member in members {
      guard case .view(let view) = LuaRepresentation(of: value),
        case .value(let inner) = view.member(.string(member))
      else { return "null" }
      value = inner
    }
    return json(of: value, at: path, in: context)
  }
}
