extension RowCount {
  /// The number for people.
  func text(_ texts: PageTexts) -> String {
    switch self {
    case .exactly(1): texts["oneRow"]
    case .exactly(let count): texts["rowCount", ["count": count.grouped(texts)]]
    case .moreThan(let count): texts["moreRows", ["count": count.grouped(texts)]]
    case .unknown: texts["manyRows"]
    }
  }

  /// The number alone.
  func shortText(_ texts: PageTexts) -> String {
    switch self {
    case .exactly(let count): count.grouped(texts)
    case .moreThan(let count): "> \(count.grouped(texts))"
    case .unknown: texts["manyShort"]
    }
  }
}

extension Int {
  /// The digits in groups of three.
  func grouped(_ texts: PageTexts) -> String {
    var digits = String(self)
    if digits.count <= 3 { return digits }
    let separator = texts["thousands"]
    var end = digits.count - 3
    while end > 0 {
      digits.insert(contentsOf: separator, at: digits.index(digits.startIndex, offsetBy: end))
      end -= 3
    }
    return digits
  }
}
