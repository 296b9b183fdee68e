import LuaBridge

/// Makes the texts of values and errors for observers.
enum ObservedText {
  /// Returns a value as one line of JSON, according to the type of its key.
  ///
  /// All values of observers become text here. A value without a
  /// JSON form becomes a string that describes it. Secrets are masked; set secrets
  /// also where a rule has put them into another value.
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

  /// Returns JSON in which the mask replaces the members that the type declares secret.
  private static func masked(_ json: String, as type: ValueType) -> String {
    guard type.hasSecrets, let value = try? JSON.read(json) else { return json }
    return (try? JSON.write(value.masked(as: type), as: .any)) ?? JSON.quoted(Redaction.text)
  }

  /// Describes a value without a JSON form.
  ///
  /// For a structure this is only the name of its type, because its description would also show
  /// secret members.
  private static func description(of value: Any) -> String {
    if case .view = LuaRepresentation(of: value) { return "\(Swift.type(of: value))" }
    return String(describing: value)
  }

  /// Returns the set value at a path of a context as JSON; `null` if nothing is set.
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
