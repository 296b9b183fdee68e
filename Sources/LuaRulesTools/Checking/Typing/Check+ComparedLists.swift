import LuaBridge
import LuaRules

// Elements of lists that are compared with a value that never has them.

extension Check {
  /// How many such elements are told.
  private static let mostCompared = 32

  /// Reports elements of lists that no declared value has with which functions compare them.
  ///
  /// In a list that is only compared with one value, each of them is told. Another list may be there for other
  /// uses: it is told where all of them are misspelt values that the list lacks, and that the schema lists nowhere.
  mutating func reportComparedLists(_ lists: ComparedLists, _ model: InspectedModel) {
    guard !lists.comparisons.isEmpty else { return }
    let told = Set(
      findings.lazy.filter { [.impossibleComparison, .decidedTest].contains($0.code) }
        .map(\.location))
    let listed = schema.listedTexts
    let found = lists.comparisons.compactMap { source, comparisons in
      ComparedList(source, comparisons, model)
    }
    var count = 0
    for list in found.sorted() {
      let lacking = list.values.filter { !list.names.contains($0) }
      let others = list.names.filter { !list.values.contains($0) }
      let meant = others.map { DeclaredNames.likelyMember($0, among: lacking) }
      guard
        list.isOnly
          || others.count < list.names.count && others.count <= lacking.count
            && !meant.contains(nil) && listed.isDisjoint(with: others)
      else { continue }
      let read = list.place
      for (name, meant) in zip(others, meant) where count < Self.mostCompared {
        let line =
          list.line(of: name)
          ?? model.written(read.file).flatMap { TokenLines($0).onlyLine(of: name) }
        let place = SourceLocation(file: read.file, line: line ?? read.line)
        guard told.isDisjoint(with: [place, read]) else { continue }
        count += 1
        add(
          .impossibleComparison, .warning,
          "`\(list.words)` is never \(LuaValue.string(name).literal), with which it is compared here",
          at: place,
          fix: meant.map { "did you mean \(LuaValue.string($0).literal)?" }
            ?? "it is one of \(list.values.prefix(20).joined(separator: ", "))",
          related: place == read ? [] : [RuleError.Note("the list is read here", at: read)],
          subject: LuaValue.string(name).literal,
          replacement: meant.map { LuaValue.string($0).literal })
      }
    }
  }
}

/// A list of names, and what is compared with them.
private struct ComparedList: Comparable {
  let names: [String]
  /// The texts that the values have, in order.
  let values: [String]
  let words: String
  let place: SourceLocation
  let isOnly: Bool
  private let lines: [Int]
  private let order: (String, Int, String)

  /// Creates a list of which every element is a text; returns `nil` for another one.
  init?(
    _ source: ComparedLists.Source, _ comparisons: [ComparedLists.Comparison],
    _ model: InspectedModel
  ) {
    switch source {
    case .table(let number):
      guard let table = model.code.tables[number] else { return nil }
      let names = table.entries.compactMap { entry in
        if case .integer = entry.key, case .scalar(.string(let name)) = entry.value {
          name
        } else {
          nil as String?
        }
      }
      guard names.count == table.entries.count else { return nil }
      (self.names, lines) = (names, [])
    case .written(_, let lines, let texts):
      names = texts.map { String(decoding: $0, as: UTF8.self) }
      self.lines = lines
    }
    guard let first = comparisons.min(by: { $0.order < $1.order }) else { return nil }
    values = comparisons.reduce(into: Set<[UInt8]>()) { $0.formUnion($1.texts) }
      .map { String(decoding: $0, as: UTF8.self) }.sorted()
    (words, place, order) = (first.words, first.place, first.order)
    isOnly = comparisons.allSatisfy(\.isOnly)
  }

  /// Returns the line of a name that is written where the list is made.
  func line(of name: String) -> Int? {
    names.firstIndex(of: name).flatMap { lines.indices.contains($0) ? lines[$0] : nil }
  }

  static func < (left: Self, right: Self) -> Bool {
    left.order < right.order
      || left.order == right.order && left.names.lexicographicallyPrecedes(right.names)
  }

  static func == (left: Self, right: Self) -> Bool {
    left.order == right.order && left.names == right.names
  }
}

extension ComparedLists.Comparison {
  fileprivate var order: (String, Int, String) { (place.file, place.line ?? 0, words) }
}

extension RuleSchema {
  /// All texts that types list.
  fileprivate var listedTexts: Set<String> { Set(allTypes.lazy.flatMap(\.listedTexts)) }
}
