import LuaSyntax

/// What is known of texts that are not listed.
struct TextForm: Hashable, Sendable {
  /// Whether no text has an ASCII letter in lower case, or in upper case.
  var hasNoLowerCase = false
  var hasNoUpperCase = false
  /// How many bytes a text has at most; `nil` if that is not known.
  var mostBytes: Int?
  /// Whether no text is read as a number.
  var isNoNumber = false
  /// How many bytes a text has at least.
  var leastBytes = 0
  /// What every text begins and ends with: one of these; `nil` if that is not known.
  private(set) var beginnings: Set<[UInt8]>?
  private(set) var endings: Set<[UInt8]>?

  /// How many beginnings are kept, and how many bytes of each.
  private static let mostBeginnings = 8
  private static let mostBytesOfBeginning = 24

  /// What texts have in common.
  init(of texts: some Sequence<[UInt8]>) {
    (hasNoLowerCase, hasNoUpperCase, mostBytes, isNoNumber) = (true, true, 0, true)
    leastBytes = .max
    var (beginnings, endings): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
    for text in texts {
      leastBytes = min(leastBytes, text.count)
      beginnings.insert(Array(text.prefix(Self.mostBytesOfBeginning)))
      endings.insert(Array(text.suffix(Self.mostBytesOfBeginning)))
      if text.contains(where: \.isDigit) { isNoNumber = false }
      if text.contains(where: \.isLowerCase) { hasNoLowerCase = false }
      if text.contains(where: \.isUpperCase) { hasNoUpperCase = false }
      mostBytes = max(mostBytes ?? 0, text.count)
    }
    if leastBytes == .max { leastBytes = 0 }
    setEnds(beginnings, endings)
  }

  /// Texts of which only the ends are known.
  ///
  /// - Parameters:
  ///   - beginnings: What they begin with: one of these.
  ///   - endings: What they end with.
  ///   - leastBytes: How many bytes they have at least.
  init(from beginnings: Set<[UInt8]>?, to endings: Set<[UInt8]>?, leastBytes: Int) {
    self.leastBytes = leastBytes
    setEnds(beginnings, endings)
  }

  /// Sets the ends of the texts; too many, and one that is empty, tell nothing.
  private mutating func setEnds(_ beginnings: Set<[UInt8]>?, _ endings: Set<[UInt8]>?) {
    func known(_ ends: Set<[UInt8]>?) -> Set<[UInt8]>? {
      guard let ends, !ends.isEmpty, ends.count <= Self.mostBeginnings, !ends.contains([]) else {
        return nil
      }
      return ends
    }
    self.beginnings = known(
      beginnings.map { Set($0.map { Array($0.prefix(Self.mostBytesOfBeginning)) }) })
    self.endings = known(
      endings.map { Set($0.map { Array($0.suffix(Self.mostBytesOfBeginning)) }) })
  }

  init(
    hasNoLowerCase: Bool = false, hasNoUpperCase: Bool = false, mostBytes: Int? = nil,
    isNoNumber: Bool = false
  ) {
    self.hasNoLowerCase = hasNoLowerCase
    self.hasNoUpperCase = hasNoUpperCase
    self.mostBytes = mostBytes
    self.isNoNumber = isNoNumber
  }

  /// Whether nothing is known.
  var isEmpty: Bool {
    !hasNoLowerCase && !hasNoUpperCase && mostBytes == nil && !isNoNumber && leastBytes == 0
      && beginnings == nil && endings == nil
  }

  /// Whether a text may be among them.
  func allows(_ text: [UInt8]) -> Bool {
    mayContain(text) && text.count >= leastBytes
      && beginnings.map { $0.contains { text.starts(with: $0) } } ?? true
      && endings.map { $0.contains { text.suffix($0.count).elementsEqual($0) } } ?? true
  }

  /// The beginnings of all texts with a number of bytes; `nil` if they are not known.
  func beginnings(of count: Int) -> Set<[UInt8]>? {
    guard let beginnings, beginnings.allSatisfy({ $0.count >= count }) else { return nil }
    return Set(beginnings.map { Array($0.prefix(count)) })
  }

  /// The same texts, without what a loop may change in each round.
  var withoutEnds: TextForm {
    var form = self
    (form.beginnings, form.endings, form.leastBytes) = (nil, nil, 0)
    return form
  }

  /// Whether a text may be a part of one of them.
  func mayContain(_ text: [UInt8]) -> Bool {
    !(hasNoLowerCase && text.contains(where: \.isLowerCase)
      || hasNoUpperCase && text.contains(where: \.isUpperCase)
      || mostBytes.map { text.count > $0 } ?? false)
  }

  /// Returns what holds for the texts of both; `nil` for nothing.
  func union(_ other: TextForm) -> TextForm? {
    var both = TextForm(
      hasNoLowerCase: hasNoLowerCase && other.hasNoLowerCase,
      hasNoUpperCase: hasNoUpperCase && other.hasNoUpperCase,
      mostBytes: mostBytes.flatMap { most in other.mostBytes.map { max(most, $0) } },
      isNoNumber: isNoNumber && other.isNoNumber)
    both.leastBytes = min(leastBytes, other.leastBytes)
    both.setEnds(
      beginnings.flatMap { one in other.beginnings.map { one.union($0) } },
      endings.flatMap { one in other.endings.map { one.union($0) } })
    return both.isEmpty ? nil : both
  }

  /// Returns what holds for texts of which both hold.
  func intersection(_ other: TextForm) -> TextForm {
    var both = TextForm(
      hasNoLowerCase: hasNoLowerCase || other.hasNoLowerCase,
      hasNoUpperCase: hasNoUpperCase || other.hasNoUpperCase,
      mostBytes: [mostBytes, other.mostBytes].compactMap(\.self).min(),
      isNoNumber: isNoNumber || other.isNoNumber)
    both.leastBytes = max(leastBytes, other.leastBytes)
    both.setEnds(beginnings ?? other.beginnings, endings ?? other.endings)
    return both
  }

  /// The texts in words.
  var text: String {
    var words = "a string"
    if hasNoLowerCase != hasNoUpperCase {
      words += hasNoLowerCase ? " in upper case" : " in lower case"
    }
    if let mostBytes { words += " of at most \(mostBytes.counted("byte"))" }
    return words
  }
}

extension UInt8 {
  var isLowerCase: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }
  var isUpperCase: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }
}
