import LuaBridge

/// What observers print of values and errors.
enum ObservedText {
  /// Returns a value as one line of JSON, as the type of its key says.
  ///
  /// The one place where a value becomes text for an observer. What has no
  /// JSON form is a string that describes it. Secrets are masked, and set ones
  /// also where a rule has put them into something else.
  static func json(
    of value: Any, isJSON: Bool = false, at path: String, in context: RuleContext
  ) -> String {
    if context.isSecret(path) { return JSON.quoted(Redaction.text) }
    let (type, secrets) =
      (try? Evaluation.with(context) { ($0.declaredType(at: path), $0.knownSecrets) })
      ?? (.any, SecretTexts())
    if isJSON, let text = value as? String {
      if let set = context.values[path] { return json(of: set, at: path, in: context) }
      return secrets.masking(masked(text, as: type))
    }
    do {
      let copy = try LuaValue(copying: .swift(value), isMasked: true) {
        .string(String(describing: $0))
      }
      return secrets.masking(try JSON.write(copy.masked(as: type), as: type))
    } catch {
      return JSON.quoted(secrets.masking(description(of: value)))
    }
  }

  /// Returns JSON with the mask in place of the members that a type calls secret.
  private static func masked(_ json: String, as type: ValueType) -> String {
    guard type.hasSecrets, let value = try? JSON.read(json) else { return json }
    return (try? JSON.write(value.masked(as: type), as: .any)) ?? JSON.quoted(Redaction.text)
  }

  /// What describes a value without a JSON form; of a structure, whose
  /// description would show secret members too, the name of its type.
  private static func description(of value: Any) -> String {
    if case .view = LuaRepresentation(of: value) { return "\(Swift.type(of: value))" }
    return String(describing: value)
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
      if view.isSecret(.string(member)) { return JSON.quoted(Redaction.text) }
      value = inner
    }
    return json(of: value, at: path, in: context)
  }
}
