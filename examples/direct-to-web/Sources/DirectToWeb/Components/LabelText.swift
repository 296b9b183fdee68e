extension Access {
  /// The text of a label, with the key behind it where other rows have the same label.
  ///
  /// It is found out when a ``RowList`` reads the columns of the label.
  func labelText(_ label: [Value], _ text: String, _ key: RowKey?, of entity: Entity) -> String {
    guard let key, let question = labelQuestion(of: entity), label.count == question.labels.count,
      facts.repeatedLabels.contains(label, question)
    else { return text }
    return text + key.suffix
  }
}

extension RowKey {
  /// The key behind a label, as in ` #10248`.
  var suffix: String {
    " #" + values.map { ShownValue($0, of: nil, limit: 200).text }.joined(separator: ", ")
  }
}
