extension RowCount {
  /// The number for people.
  var text: String {
    switch self {
    case .exactly(let count): count == 1 ? "1 row" : "\(count.grouped) rows"
    case .moreThan(let count): "more than \(count.grouped) rows"
    case .unknown: "many rows"
    }
  }

  /// The number alone.
  var shortText: String {
    switch self {
    case .exactly(let count): count.grouped
    case .moreThan(let count): "> \(count.grouped)"
    case .unknown: "many"
    }
  }
}

extension Int {
  /// The digits in groups of three.
  var grouped: String {
    var digits = String(self)
    var end = digits.count - 3
    while end > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: end))
      end -= 3
    }
    return digits
  }
}
