/// What is known of texts that are not listed.
struct TextForm: Hashable, Sendable {
  /// Whether no text has an ASCII letter in lower case, or in upper case.
  var hasNoLowerCase = false
  var hasNoUpperCase = false
  /// How many bytes a text has at most; `nil` if that is not known.
  var mostBytes: Int?
  /// Whether no text is read as a number.
  var isNoNumber = false

  /// What texts have in common.
  init(of texts: some Sequence<[UInt8]>) {
    (hasNoLowerCase, hasNoUpperCase, mostBytes, isNoNumber) = (true, true, 0, true)
    for text in texts {
      if text.contains(where: \.isDigit) { isNoNumber = false }
      if text.contains(where: \.isLowerCase) { hasNoLowerCase = false }
      if text.contains(where: \.isUpperCase) { hasNoUpperCase = false }
      mostBytes = max(mostBytes ?? 0, text.count)
    }
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
  var isEmpty: Bool { !hasNoLowerCase && !hasNoUpperCase && mostBytes == nil && !isNoNumber }

  /// Whether a text may be among them.
  func allows(_ text: [UInt8]) -> Bool {
    !(hasNoLowerCase && text.contains(where: \.isLowerCase)
      || hasNoUpperCase && text.contains(where: \.isUpperCase)
      || mostBytes.map { text.count > $0 } ?? false)
  }

  /// Returns what holds for the texts of both; `nil` for nothing.
  func union(_ other: TextForm) -> TextForm? {
    let both = TextForm(
      hasNoLowerCase: hasNoLowerCase && other.hasNoLowerCase,
      hasNoUpperCase: hasNoUpperCase && other.hasNoUpperCase,
      mostBytes: mostBytes.flatMap { most in other.mostBytes.map { max(most, $0) } },
      isNoNumber: isNoNumber && other.isNoNumber)
    return both.isEmpty ? nil : both
  }

  /// Returns what holds for texts of which both hold.
  func intersection(_ other: TextForm) -> TextForm {
    TextForm(
      hasNoLowerCase: hasNoLowerCase || other.hasNoLowerCase,
      hasNoUpperCase: hasNoUpperCase || other.hasNoUpperCase,
      mostBytes: [mostBytes, other.mostBytes].compactMap(\.self).min(),
      isNoNumber: isNoNumber || other.isNoNumber)
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
