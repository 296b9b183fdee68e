extension Explanation {
  /// The explanation as one line of JSON, names in byte order at every level.
  ///
  /// The form is stable: names may be added, and nothing else changes. What is
  /// empty or does not apply is left out, but for `keys`.
  public var json: String {
    Self.object(
      answer.members + [
        ("generation", generation.map(String.init)), ("key", JSON.quoted(path)),
        ("keys", Self.list(keys.map(\.json))),
      ])
  }

  fileprivate static func object(_ members: [(name: String, json: String?)]) -> String {
    let present = members.compactMap { name, json in json.map { (name, $0) } }
      .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    return "{\(present.map { "\(JSON.quoted($0.0)):\($0.1)" }.joined(separator: ","))}"
  }

  fileprivate static func list(_ elements: [String]) -> String {
    "[\(elements.joined(separator: ","))]"
  }

  /// A list; `nil` for an empty one.
  fileprivate static func some(_ elements: [String]) -> String? {
    elements.isEmpty ? nil : list(elements)
  }
}

extension Explanation.Answer {
  fileprivate var members: [(name: String, json: String?)] {
    [
      ("error", error?.json), ("place", rule.map { JSON.quoted($0.location.description) }),
      ("rule", rule?.name.map(JSON.quoted)), ("source", JSON.quoted(origin.rawValue)),
      ("value", json),
    ]
  }
}

extension Explanation.Key {
  fileprivate var json: String {
    Explanation.object(
      answer.members + [
        ("candidates", Explanation.some(candidates.map(\.json))),
        ("key", JSON.quoted(name)),
        ("plans", Explanation.some(plans.map(\.json))),
        ("reads", Explanation.some(reads.map(JSON.quoted))),
      ])
  }
}

extension Explanation.Candidate {
  fileprivate var json: String {
    Explanation.object([
      ("before", precedence.map { JSON.quoted($0.rawValue) }),
      ("complexity", String(complexity)),
      ("conditions", Explanation.some(conditions.map(\.json))),
      ("doc", doc.map(JSON.quoted)), ("error", error?.json), ("excerpt", excerpt?.json),
      ("model", String(model)), ("name", rule.name.map(JSON.quoted)),
      ("outcome", JSON.quoted(outcome.rawValue)),
      ("place", JSON.quoted(rule.location.description)),
      ("priority", String(priority.rawValue)),
      ("reads", Explanation.some(reads.map(\.json))),
    ])
  }
}

extension Explanation.Condition {
  fileprivate var json: String {
    Explanation.object([
      ("excerpt", excerpt?.json), ("place", JSON.quoted(location.description)),
      ("saw", Explanation.some(seen.map(\.json))), ("text", text.map(JSON.quoted)),
    ])
  }
}

extension Explanation.Reading {
  fileprivate var json: String {
    Explanation.object([
      ("path", JSON.quoted(path)), ("text", JSON.quoted(text)),
      ("value", value.flatMap { try? JSON.write($0) }),
    ])
  }
}

extension Explanation.Excerpt {
  fileprivate var json: String {
    Explanation.object([
      ("column", String(column)), ("length", String(length)), ("line", String(number)),
      ("text", JSON.quoted(line)),
    ])
  }
}

extension Explanation.Plan {
  fileprivate var json: String {
    let steps = steps.map { step in
      Explanation.object([
        ("count", String(step.count)), ("kind", JSON.quoted(step.kind.rawValue)),
        ("left", String(step.left)), ("lua", step.obstacle.map(JSON.quoted)),
        ("path", step.path.map(JSON.quoted)),
        ("place", step.location.map { JSON.quoted($0.description) }),
        ("saw", step.seen?.json),
      ])
    }
    return Explanation.object([("model", String(model)), ("steps", Explanation.list(steps))])
  }
}

extension RuleError {
  fileprivate var json: String {
    Explanation.object([
      ("code", JSON.quoted(code.rawValue)), ("hint", hint.map(JSON.quoted)),
      ("message", JSON.quoted(message)),
      ("notes", Explanation.some(notes.map { JSON.quoted($0.description) })),
      ("place", location.map { JSON.quoted($0.description) }),
    ])
  }
}
