extension Form {
  /// Keeps what was typed into fields that are not shown at this moment, so that it is back when they are.
  mutating func keep(_ body: FormBody) {
    for field in otherFields where field.isEditable && (try? field.input(body)) != .unchanged {
      keptLabels.append(field.label.isEmpty ? field.property.name : field.label)
      keptFields += body.fields.filter {
        $0.name.fieldToken?.hasSameBytes(as: field.token) == true
      }
    }
  }
}
