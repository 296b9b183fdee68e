/// A decision table of a model.
struct DMNTable: Sendable {
  struct Input: Sendable {
    let expression: FEELExpression
    let type: FEELType
  }

  struct Output: Sendable {
    /// The name; `nil` if it is the only output.
    let name: String?
    let type: FEELType
    /// The values in their order, which some policies need.
    let values: [FEELExpression]
    let standard: FEELExpression?
  }

  struct Row: Sendable {
    let line: Int
    let inputs: [FEELUnaryTests?]
    let outputs: [FEELExpression]
    let doc: String?
  }

  let policy: TablePolicy
  let inputs: [Input]
  let outputs: [Output]
  let rows: [Row]

  /// What a row gives: its output, or a context of them.
  func value(of row: Row) -> FEELExpression {
    guard let name = outputs[0].name, outputs.count == row.outputs.count else {
      return row.outputs[0]
    }
    if outputs.count == 1 { return row.outputs[0] }
    _ = name
    return .context(
      zip(outputs, row.outputs).map { FEELEntry(name: $0.name ?? "", value: $1) }, result: nil)
  }

  /// What the table gives if no row matches; `nil` for nothing.
  var standard: FEELExpression? {
    guard outputs.contains(where: { $0.standard != nil }) else { return nil }
    if outputs.count == 1 { return outputs[0].standard }
    return .context(
      outputs.map { FEELEntry(name: $0.name ?? "", value: $0.standard ?? .null) }, result: nil)
  }

  /// The type of what one row gives.
  var rowType: FEELType {
    if outputs.count == 1 { return outputs[0].type }
    return .context(outputs.map { FEELMember(name: $0.name ?? "", type: $0.type) })
  }
}
