extension Explanation {
  /// The explanation as one line of JSON, names in byte order at every level.
  ///
  /// The form is stable: names may be added, and nothing else changes. Members that are
  /// empty or do not apply are left out, except `keys`.
  public var json: String {
    JSONLayout.object(
      answer.members.merging([
        "generation": generation.map { .integer($0) }, "key": .string(path),
        "keys": .list(keys.map(\.json)),
      ]) { $1 }
    ).line
  }

  /// Creates a list; `nil` if it would be empty.
  fileprivate static func some(_ elements: [JSONLayout]) -> JSONLayout? {
    elements.isEmpty ? nil : .list(elements)
  }
}

extension RuleID {
  fileprivate var place: JSONLayout { .string(location.description) }
}

extension Explanation.Answer {
  fileprivate var members: [String: JSONLayout?] {
    [
      "error": error?.json, "place": rule?.place, "rule": rule?.name.map { .string($0) },
      "source": .string(origin.rawValue), "value": json.map { .text($0) },
    ]
  }
}

extension Explanation.Key {
  fileprivate var json: JSONLayout {
    .object(
      answer.members.merging([
        "candidates": Explanation.some(candidates.map(\.json)),
        "hitPolicy": hitPolicy.isFirst ? nil : .string(hitPolicy.rawValue),
        "key": .string(name),
        "plans": Explanation.some(plans.map(\.json)),
        "reads": Explanation.some(reads.map { .string($0) }),
      ]) { $1 })
  }
}

extension Explanation.Candidate {
  fileprivate var json: JSONLayout {
    .object([
      "before": precedence.map { .string($0.rawValue) },
      "complexity": .integer(complexity),
      "conditions": Explanation.some(conditions.map(\.json)),
      "contribution": contribution.map { .text($0) },
      "doc": doc.map { .string($0) }, "error": error?.json, "excerpt": excerpt?.json,
      "model": .integer(model), "name": rule.name.map { .string($0) },
      "outcome": .string(outcome.rawValue),
      "place": rule.place,
      "priority": .integer(priority.rawValue),
      "reads": Explanation.some(reads.map(\.json)),
    ])
  }
}

extension Explanation.Condition {
  fileprivate var json: JSONLayout {
    .object([
      "excerpt": excerpt?.json, "place": .string(location.description),
      "saw": Explanation.some(seen.map(\.json)), "text": text.map { .string($0) },
    ])
  }
}

extension Explanation.Reading {
  fileprivate var json: JSONLayout {
    .object([
      "path": .string(path), "text": .string(text),
      "value": value.flatMap { try? JSON.write($0) }.map { .text($0) },
    ])
  }
}

extension Explanation.Excerpt {
  fileprivate var json: JSONLayout {
    .object([
      "column": .integer(column), "length": .integer(length), "line": .integer(number),
      "text": .string(line),
    ])
  }
}

extension Explanation.Plan {
  fileprivate var json: JSONLayout {
    let steps = steps.map { step in
      JSONLayout.object([
        "count": .integer(step.count), "kind": .string(step.kind.rawValue),
        "left": .integer(step.left), "lua": step.obstacle.map { .string($0) },
        "path": step.path.map { .string($0) },
        "place": step.location.map { .string($0.description) },
        "saw": step.seen?.json,
      ])
    }
    return .object(["model": .integer(model), "steps": .list(steps)])
  }
}

extension RuleError {
  fileprivate var json: JSONLayout {
    .object([
      "code": .string(code.rawValue), "hint": hint.map { .string($0) },
      "message": .string(message),
      "notes": Explanation.some(notes.map { .string($0.description) }),
      "place": location.map { .string($0.description) },
    ])
  }
}
