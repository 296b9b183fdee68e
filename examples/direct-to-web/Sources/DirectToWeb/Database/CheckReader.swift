/// Understands the simple ones among the expressions of `CHECK` constraints.
///
/// `x IN (literals)`, comparisons of `x` or `length(x)` with a number, `BETWEEN`, all of these joined
/// by `AND`, and `x IS NULL OR …`. For anything else it gives no demand.
struct CheckReader {
  let table: Schema.Table

  typealias Tokens = ArraySlice<Token>

  func demands(of tokens: Tokens) -> [CheckConstraint.ColumnDemand] {
    // Between CASE and END stand ANDs and ORs of their own.
    if tokens.contains(where: { $0.isWord("CASE") }) { return [] }
    let tokens = tokens.withoutOuterParentheses
    let alternatives = tokens.split(at: "OR")
    if alternatives.count == 2 {
      return orNull(alternatives[0], alternatives[1]) ?? orNull(alternatives[1], alternatives[0])
        ?? []
    }
    guard alternatives.count == 1 else { return [] }
    let parts = tokens.split(at: "AND")
    return parts.count > 1 ? parts.flatMap(demands) : simple(tokens)
  }

  /// Reads `x IS NULL OR …`, which says of `x` what the other part says.
  private func orNull(_ test: Tokens, _ other: Tokens) -> [CheckConstraint.ColumnDemand]? {
    let test = Array(test.withoutOuterParentheses)
    guard test.count == 3, let column = column(test[0]), test[1].isWord("IS"),
      test[2].isWord("NULL")
    else { return nil }
    return demands(of: other).filter { $0.column == column.name }
  }

  private func simple(_ tokens: Tokens) -> [CheckConstraint.ColumnDemand] {
    if let (operand, rest) = operand(tokens) {
      let demands =
        allowed(operand, rest) ?? between(operand, rest) ?? comparison(operand, rest) ?? []
      return demands.map { .init(column: operand.column.name, demand: $0) }
    }
    // `3 <= x`
    guard let (number, rest) = number(tokens), let symbol = rest.first,
      let mirrored = Self.mirror[symbol], let (operand, end) = operand(rest.dropFirst()),
      end.isEmpty
    else { return [] }
    return operand.demands(mirrored, number).map {
      .init(column: operand.column.name, demand: $0)
    }
  }

  private static let mirror: [Token: String] = [
    .symbol("<"): ">", .symbol("<="): ">=", .symbol(">"): "<", .symbol(">="): "<=",
  ]

  // MARK: - Operands

  /// A column, or the length of its text.
  private struct Operand {
    var column: Schema.Column
    var affinity: Affinity
    var isLength: Bool

    func demands(_ symbol: String, _ number: Value) -> [CheckConstraint.Demand] {
      if isLength {
        guard case .integer(let length) = number, let length = Int32(exactly: length) else {
          return []
        }
        switch symbol {
        case ">=": return [.minimumLength(Int(length))]
        case ">": return [.minimumLength(Int(length) + 1)]
        case "<=": return [.maximumLength(Int(length))]
        case "<": return [.maximumLength(Int(length) - 1)]
        default: return []
        }
      }
      // A text column compares digits as text.
      guard affinity != .text else { return [] }
      switch symbol {
      case ">=": return [.minimum(number, isExclusive: false)]
      case ">": return [.minimum(number, isExclusive: true)]
      case "<=": return [.maximum(number, isExclusive: false)]
      case "<": return [.maximum(number, isExclusive: true)]
      default: return []
      }
    }
  }

  private func column(_ token: Token) -> Schema.Column? {
    token.name.flatMap(table.column)
  }

  private func operand(_ tokens: Tokens) -> (Operand, Tokens)? {
    let tokens = tokens[...]
    guard let first = tokens.first else { return nil }
    let head = Array(tokens.prefix(4))
    if first.isWord("length"), head.count == 4, head[1] == .symbol("("), head[3] == .symbol(")"),
      let column = column(head[2])
    {
      let operand = Operand(column: column, affinity: .integer, isLength: true)
      return (operand, tokens.dropFirst(4))
    }
    guard let column = column(first) else { return nil }
    let operand = Operand(
      column: column, affinity: table.affinity(of: column), isLength: false)
    return (operand, tokens.dropFirst())
  }

  // MARK: - Tests

  private func allowed(_ operand: Operand, _ tokens: Tokens) -> [CheckConstraint.Demand]? {
    guard !operand.isLength, tokens.first?.isWord("IN") == true else { return nil }
    let list = tokens.dropFirst()
    guard list.first == .symbol("("), list.last == .symbol(")"), list.count > 2 else { return [] }
    var values: [Value] = []
    for item in list.dropFirst().dropLast().split(
      separator: .symbol(","), omittingEmptySubsequences: false)
    {
      // With NULL in the list nothing is refused.
      guard let value = literal(item), operand.affinity.keeps(value) else { return [] }
      values.append(value)
    }
    return [.oneOf(values)]
  }

  private func between(_ operand: Operand, _ tokens: Tokens) -> [CheckConstraint.Demand]? {
    guard tokens.first?.isWord("BETWEEN") == true else { return nil }
    guard let (low, rest) = number(tokens.dropFirst()), rest.first?.isWord("AND") == true,
      let (high, end) = number(rest.dropFirst()), end.isEmpty
    else { return [] }
    return operand.demands(">=", low) + operand.demands("<=", high)
  }

  private func comparison(_ operand: Operand, _ tokens: Tokens) -> [CheckConstraint.Demand]? {
    guard case .symbol(let symbol)? = tokens.first,
      let (number, end) = number(tokens.dropFirst()), end.isEmpty
    else { return nil }
    return operand.demands(symbol, number)
  }
}
