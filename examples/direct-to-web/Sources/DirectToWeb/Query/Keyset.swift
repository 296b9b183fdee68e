/// Conditions for rows that come after a certain row in an order.
///
/// Rows that others insert or delete meanwhile move no other row from one page to the next.
struct Keyset {
  let terms: [OrderTerm]
  let values: [Value]

  /// Conditions whose rows, one condition after the other, are the rows that follow.
  ///
  /// Two conditions are needed where rows with and without a value in the first column follow each
  /// other: each of them is one range of an index, both together are not.
  var segments: [SQL] {
    guard let term = terms.first, let value = values.first else { return [] }
    let rest = following(1)
    if value.isNull {
      let same: [SQL] = rest.map { ["(\(term.expression) IS NULL AND \($0))"] } ?? []
      return same + (term.nullsFirst ? ["\(term.expression) IS NOT NULL"] : [])
    }
    let beyond = term.strictlyBeyond(value)
    var segments: [SQL] = []
    if let rest {
      let bound: SQL =
        term.isDescending
        ? "\(term.expression) <= \(bound: value)" : "\(term.expression) >= \(bound: value)"
      segments.append("(\(bound) AND (\(beyond) OR \(rest)))")
    } else {
      segments.append(beyond)
    }
    if term.isNullable && !term.nullsFirst { segments.append("\(term.expression) IS NULL") }
    return segments
  }

  /// The condition for rows that follow among those that are the same in all columns before one.
  private func following(_ index: Int) -> SQL? {
    guard index < terms.count else { return nil }
    let term = terms[index]
    let value = values[index]
    var parts: [SQL] = []
    if value.isNull {
      if term.nullsFirst { parts.append("\(term.expression) IS NOT NULL") }
    } else {
      parts.append(term.strictlyBeyond(value))
      if term.isNullable && !term.nullsFirst { parts.append("\(term.expression) IS NULL") }
    }
    if let rest = following(index + 1) {
      parts.append("(\(term.expression) IS \(bound: value) AND \(rest))")
    }
    return parts.isEmpty ? "0" : "(\(.joined(parts, separator: " OR ")))"
  }
}

extension OrderTerm {
  fileprivate func strictlyBeyond(_ value: Value) -> SQL {
    isDescending ? "\(expression) < \(bound: value)" : "\(expression) > \(bound: value)"
  }
}
