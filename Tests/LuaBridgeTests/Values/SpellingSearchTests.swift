import LuaBridge
import Testing

/// The search for the nearest name against one that compares all names letter by letter.
struct SpellingSearchTests {
  /// The distance by its definition: the least number of slips (optimal string alignment).
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var table = Array(
      repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
    for row in 0...left.count {
      for column in 0...right.count {
        guard row > 0, column > 0 else {
          table[row][column] = max(row, column)
          continue
        }
        let isSame = left[row - 1] == right[column - 1]
        table[row][column] = min(
          table[row - 1][column - 1] + (isSame ? 0 : 1), table[row - 1][column] + 1,
          table[row][column - 1] + 1)
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          table[row][column] = min(table[row][column], table[row - 2][column - 2] + 1)
        }
      }
    }
    return table[left.count][right.count]
  }

  private static func nearest(_ word: String, in index: SpellingIndex) -> String? {
    guard var search = SpellingSearch(word) else { return nil }
    index.search(&search)
    return search.best?.name
  }

  private static func nearest(_ word: String, _ names: [String]) -> String? {
    let letters = Array(word.lowercased())
    let forgiven = min(max(letters.count / 3, 1), letters.count - 1)
    return names.filter { $0 != word }
      .map { (distance: distance(letters, Array($0.lowercased())), name: $0) }
      .filter { $0.distance <= forgiven && $0.distance < max($0.name.count, 1) }
      .min { ($0.distance, Array($0.name.utf8)) < ($1.distance, Array($1.name.utf8)) }?.name
  }

  @Test func `an index and a list find the same as a comparison of all letters`() {
    var seed: UInt64 = 7
    func random(_ count: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % count
    }
    func word() -> String {
      String((0..<(1 + random(7))).map { _ in Array("abcAé")[random(5)] })
    }
    for _ in 0..<300 {
      let names = Array(Set((0..<20).map { _ in word() }))
      let index = SpellingIndex(names)
      let asked = word()
      let expected = Self.nearest(asked, names)
      #expect(Spelling.suggestion(for: asked, among: names) == expected, "\(asked) in \(names)")
      #expect(Self.nearest(asked, in: index) == expected, "\(asked) in \(names)")
    }
  }

  @Test func `a name is found among tens of thousands`() {
    let names = (0..<15_000).map { "key\($0)" } + ["customerName"]
    #expect(Spelling.suggestion(for: "custmerName", among: names) == "customerName")
    #expect(Self.nearest("custmerName", in: SpellingIndex(names)) == "customerName")
  }
}

private func < (left: (Int, [UInt8]), right: (Int, [UInt8])) -> Bool {
  left.0 != right.0 ? left.0 < right.0 : left.1.lexicographicallyPrecedes(right.1)
}
