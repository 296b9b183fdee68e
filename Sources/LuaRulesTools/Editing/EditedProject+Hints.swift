import LuaRules
import LuaSyntax

// What an editor shows beside rules and tests.

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

}
