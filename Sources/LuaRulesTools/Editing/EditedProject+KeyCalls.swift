import LuaRules
import LuaSyntax

// Who reads a key.

extension EditedProject {
  /// A key with the places that concern it.
  package struct KeyCall: Sendable {
    package let key: String
    /// Where the rules of the key are.
    package let place: Place
    /// The places of the reads.
    package let reads: [Place]
  }

  /// Returns the key at a position, if there is one; its reads are not filled in.
  package func key(in file: EditedFile, at offset: Int) -> KeyCall? {
    guard let (subject, range) = subject(in: file, at: offset), case .path(let names) = subject
    else { return nil }
    let key = index?.assignedKey(names) ?? names[0]
    return KeyCall(key: key, place: Place(path: file.path, range: range), reads: [])
  }

  /// Returns the keys whose rules read a key, with the places of the reads.
  package func readers(of key: String) -> [KeyCall] {
    let names = LuaPlace.names(key)
    var calls: [String: [(rule: Place, read: Place)]] = [:]
    for file in sortedFiles {
      for (reader, use, rule) in uses(in: file) where use.names.starts(with: names) {
        guard let step = use.steps.first(where: { $0.index == names.count - 1 }) else { continue }
        calls[reader, default: []].append(
          (Place(path: file.path, range: rule), Place(path: file.path, range: step.range)))
      }
    }
    return calls.map { KeyCall(key: $0, place: $1[0].rule, reads: $1.map(\.read)) }
      .sorted { $0.key.precedesInBytes($1.key) }
  }

  /// Returns the keys that the rules of a key read, with the places of the reads.
  package func reads(by key: String) -> [KeyCall] {
    var calls: [String: [Place]] = [:]
    for file in sortedFiles {
      for (reader, use, _) in self.uses(in: file) where reader == key {
        guard let step = use.steps.first else { continue }
        calls[index?.assignedKey(use.names) ?? use.key, default: []].append(
          Place(path: file.path, range: step.range))
      }
    }
    var current = CurrentPlaces(self)
    return calls.map { name, reads in
      KeyCall(key: name, place: current.places(ofRulesFor: [name]).first ?? reads[0], reads: reads)
    }.sorted { $0.key.precedesInBytes($1.key) }
  }

  /// The reads in the rules of a file, each with the key of its rule and the place of the rule.
  private func uses(
    in file: EditedFile
  ) -> [(reader: String, use: RuleFileOutline.PathUse, rule: EditedFile.Range)] {
    let outline = file.outline
    let tokens = outline.syntax.tokens
    let rules = outline.rules.map { rule -> (key: String?, range: EditedFile.Range) in
      let table = outline.syntax.tables[rule.table]
      return (rule.key, tokens[table.open].start..<tokens[max(table.open, table.close)].end)
    }
    var found: [(reader: String, use: RuleFileOutline.PathUse, rule: EditedFile.Range)] = []
    var next = 0
    var open: [Int] = []
    for use in outline.paths where use.kind == .read || use.kind == .pattern {
      let start = use.steps[0].range.lowerBound
      while next < rules.count, rules[next].range.lowerBound <= start {
        open.append(next)
        next += 1
      }
      while let last = open.last, rules[last].range.upperBound <= start { open.removeLast() }
      guard let last = open.last, let key = rules[last].key else { continue }
      found.append((key, use, rules[last].range))
    }
    return found
  }
}
