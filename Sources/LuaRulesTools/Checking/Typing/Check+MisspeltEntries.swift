import LuaBridge
import LuaRules

// Entries of tables that are misspelt: no value by which the table is read has such a name.

extension Check {
  /// How many such entries are looked for.
  private static let mostMisspelt = 32

  /// Reports entries of tables under a text that the value does not have by which the table is read, but which
  /// is spelt like one that the table lacks.
  ///
  /// Only a table counts of which all is known that functions do with it: to read it by values that list the
  /// same texts.
  ///
  /// - Parameters:
  ///   - lookups: Where functions read tables by declared values, by the numbers of the functions.
  ///   - model: The model.
  mutating func reportMisspeltEntries(
    _ lookups: [Int: [Int: FunctionTyping.Lookup]], _ model: InspectedModel
  ) {
    guard isWhole else { return }
    let tables = Set(lookups.values.flatMap { $0.values.map(\.table) })
    guard !tables.isEmpty else { return }
    let told = Set(findings.lazy.filter { $0.severity > .info }.map(\.location))
    var count = 0
    for (number, readers) in model.code.lookups(in: tables).sorted(by: { $0.key < $1.key }) {
      let uses = readers.flatMap { function, _ in
        (lookups[function] ?? [:]).filter { $0.value.table == number }
          .sorted { $0.key < $1.key }
          .map { (function: function, position: $0.key, lookup: $0.value) }
      }
      guard let table = model.code.tables[number], count < Self.mostMisspelt,
        uses.count == readers.reduce(0, { $0 + $1.count }),
        let first = uses.first, case let lookup = first.lookup, let texts = lookup.texts,
        uses.allSatisfy({ $0.lookup.texts == texts })
      else { continue }
      let listed = texts.map { String(decoding: $0, as: UTF8.self) }.sorted()
      let names = table.entries.compactMap { entry in
        if case .string(let name) = entry.key { name } else { nil as String? }
      }
      let lacking = listed.filter { !names.contains($0) }
      let others = names.filter { !listed.contains($0) }.sorted()
      guard !others.isEmpty, others.count <= lacking.count else { continue }
      let meant = others.compactMap { DeclaredNames.likelyMember($0, among: lacking) }
      // Other names may be there for another use.
      guard meant.count == others.count, others.count < names.count,
        names.count == table.entries.count, !model.rules.contains(where: { $0.gives(others) }),
        let function = model.code.functions[first.function]
      else { continue }
      let places = uses.compactMap { use in
        model.code.functions[use.function].map { reader in
          SourceLocation(file: reader.file, line: reader.code.line(at: use.position))
        }
      }
      // Where the missing entry fails, that is told.
      guard let read = places.first, told.isDisjoint(with: places) else { continue }
      for (name, meant) in zip(others, meant) {
        count += 1
        let line = model.written(function.file).flatMap { TokenLines($0).onlyLine(of: name) }
        let place = SourceLocation(file: function.file, line: line ?? read.line)
        add(
          .impossibleComparison, .warning,
          "`\(lookup.words)` is never \(LuaValue.string(name).literal), so nothing finds this entry",
          at: place, fix: "did you mean \(LuaValue.string(meant).literal)?",
          related: place == read ? [] : [RuleError.Note("the table is read here", at: read)],
          subject: name, replacement: meant)
      }
    }
  }
}

extension InspectedCode {
  /// Returns how often functions read tables by calculated keys, by the numbers of those tables with which nothing
  /// else is done.
  ///
  /// - Complexity: O(*n*) for *n* entries of all tables and tokens of functions that capture them.
  fileprivate func lookups(
    in wanted: Set<Int>
  ) -> [Int: [(function: Int, count: Int)]] {
    var held: Set<Int> = []
    for table in tables.values {
      for case .table(let inner) in table.entries.lazy.map(\.value) { held.insert(inner) }
    }
    var found: [Int: [(function: Int, count: Int)]] = [:]
    for (number, function) in functions.sorted(by: { $0.key < $1.key }) {
      for (index, captured) in function.captured.enumerated() {
        guard case .table(let table) = captured, wanted.contains(table), !held.contains(table)
        else { continue }
        let name = function.code.upvalues[index].name
        if let count = function.written?.countOfLookups(inCaptured: name) {
          found[table, default: []].append((number, count))
        } else {
          held.insert(table)
        }
      }
    }
    return found.filter { !held.contains($0.key) }
  }
}

extension InspectedRule {
  /// Whether the rule gives a table with one of some names.
  fileprivate func gives(_ names: [String]) -> Bool {
    guard case .constant(.table(let table)) = outcome else { return false }
    return names.contains { table[$0] != nil }
  }
}
