import LuaRules

extension Access {
  /// The sections of the page of a row, or of its form, that hold a property.
  ///
  /// They are those of the key `sections`. Where it answers nil they are made of `displayPropertyKeys`, in
  /// which a name in brackets, such as `(Address)`, begins one.
  ///
  /// - Parameters:
  ///   - entity: The table.
  ///   - context: Has `entity`, and `object` where there is a row.
  /// - Returns: The sections with all names that rules gave, also those that may not be seen.
  func sections(of entity: Entity, in context: RuleContext) -> [PageSection] {
    if let sections = answer(\.sections, "sections", of: entity.name, in: context, else: nil) {
      return sections.filter { !$0.keys.isEmpty }
    }
    return [PageSection](
      displayPropertyKeys: answer(
        \.displayPropertyKeys, "displayPropertyKeys", of: entity.name, in: context, else: []))
  }
}

extension [PageSection] {
  /// Divides names: one in brackets is the heading of those behind it.
  fileprivate init(displayPropertyKeys names: [String]) {
    self = [PageSection(keys: [])]
    for name in names {
      if name.hasPrefix("("), name.hasSuffix(")") {
        append(PageSection(title: String(name.dropFirst().dropLast()), keys: []))
      } else {
        self[count - 1].keys.append(name)
      }
    }
    removeAll { $0.keys.isEmpty }
  }
}
