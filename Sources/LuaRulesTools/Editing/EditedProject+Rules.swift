import LuaRules

// What an editor shows beside rules, and who reads a key.

extension EditedProject {
  /// A text beside the code.
  package struct Hint: Sendable {
    /// The position, in bytes.
    package let offset: Int
    package let text: String
    package let detail: String
  }

  /// Returns for each rule in a part of a file its rank, its priority and its complexity.
  package func hints(in file: EditedFile, _ part: EditedFile.Range) -> [Hint] {
    let ranked = ranks(inFile: file.path)
    let tokens = file.outline.syntax.tokens
    return file.outline.rules.compactMap { rule -> Hint? in
      let table = file.outline.syntax.tables[rule.table]
      let start = tokens[table.open].start
      guard !rule.isGroup, let key = rule.key, part.contains(start) else { return nil }
      let line = file.position(of: start).line + 1
      guard let rank = ranked[RankedPlace(key: key, line: line)] else { return nil }
      return Hint(
        offset: start + 1,
        text: "\(rank.position)/\(rank.count) p\(rank.rule.priority.rawValue) "
          + "c\(rank.rule.complexity)",
        detail: "Rule \(rank.position) of \(rank.count) for `\(key)`, in the order of evaluation: "
          + "priority \(rank.rule.priority.rawValue), complexity \(rank.rule.complexity).")
    }
  }

  private struct RankedPlace: Hashable {
    var key: String
    var line: Int
  }

  private struct Rank {
    var position: Int
    var count: Int
    var rule: InspectedRule
  }

  /// The ranks of the rules that begin in a file, by key and line.
  private func ranks(inFile path: String) -> [RankedPlace: Rank] {
    guard let index, let file = files[path] else { return [:] }
    var ranks: [RankedPlace: Rank] = [:]
    let lines = movedLines(of: file)
    for key in Set(file.outline.rules.compactMap(\.key)) {
      let rules = index.rules(for: key)
      for (position, rule) in rules.enumerated() {
        guard let line = rule.location.line, isSame(rule.location.file, path) else { continue }
        guard let now = lines.lineOfSameRule(line - 1) else { continue }
        ranks[RankedPlace(key: key, line: now + 1)] = Rank(
          position: position + 1, count: rules.count, rule: rule)
      }
    }
    return ranks
  }

  private func isSame(_ name: String, _ path: String) -> Bool {
    name == path || Self.absolute(name) == path
  }

  /// Something that can be done at a rule or a test.
  package enum Lens: Sendable {
    /// Runs the tests of a file.
    case runTests
    /// Runs the tests with a name.
    case runTest(String)
    /// Explains a key in the context of a test.
    case explain(key: String, test: String)
    /// Shows the rules for a key.
    case candidates(key: String, places: [Place])
  }

  /// Returns what can be done in a file, with the positions in bytes.
  package func lenses(in file: EditedFile) -> [(offset: Int, lens: Lens)] {
    let outline = file.outline
    let tokens = outline.syntax.tokens
    if outline.isTestFile {
      let start = file.firstCode
      return [(start, .runTests)]
        + outline.tests.flatMap { test -> [(Int, Lens)] in
          let start = tokens[outline.syntax.tables[test.table].open].start
          let name = name(of: test, in: outline)
          let run = test.isRow ? [] : [(start, Lens.runTest(name))]
          return run
            + (test.isGroup ? [] : test.keys).prefix(3).map {
              (start, .explain(key: $0, test: name))
            }
        }
    }
    var lenses: [(offset: Int, lens: Lens)] = []
    if files[String(file.path.dropLast(".lua".count)) + ".test.lua"] != nil {
      lenses.append((file.firstCode, .runTests))
    }
    var seen: Set<String> = []
    var current = CurrentPlaces(self)
    for rule in outline.rules {
      guard let key = rule.key, rule.keyToken != nil, seen.insert(key).inserted else { continue }
      let start = tokens[outline.syntax.tables[rule.table].open].start
      // Before the first check it is not known who answers.
      if index != nil {
        lenses.append((start, .candidates(key: key, places: current.places(ofRulesFor: [key]))))
      }
      if let test = tests(of: key).first { lenses.append((start, .explain(key: key, test: test))) }
    }
    return lenses
  }

  /// The whole names of the tests that expect something of a key.
  private func tests(of key: String) -> [String] {
    sortedFiles.lazy.filter(\.outline.isTestFile).flatMap { file in
      file.outline.tests.filter { $0.keys.contains(key) }.map { name(of: $0, in: file.outline) }
    }
  }

  private func name(
    of test: RuleFileOutline.OutlinedTest, in outline: RuleFileOutline
  ) -> String {
    var names = [test.name]
    var parent = test.parent
    while let number = parent {
      names.insert(outline.tests[number].name, at: 0)
      parent = outline.tests[number].parent
    }
    return names.joined(separator: " › ")
  }

  // MARK: Who reads a key

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
