extension ListState {
  /// The items of an address without those that say nothing, and with the ends of ranges joined; nil where
  /// nothing is to be done.
  ///
  /// A form sends all of its fields: `f.title=&from.price=5&to.price=` becomes `f.price=5..`. That there is a
  /// value, or none, takes the place of another filter of the same property.
  static func tidied(_ items: [(name: String, value: String)]) -> [(String, String)]? {
    func isEnd(_ name: String) -> Bool { name.hasPrefix("from.") || name.hasPrefix("to.") }
    guard items.contains(where: { isEnd($0.name) || ($0.value.isEmpty && isFilter($0.name)) })
    else { return nil }
    let present = Set(
      items.filter { $0.name.hasPrefix("is.") && !$0.value.isEmpty }.map { $0.name.dropFirst(3) })
    var tidied: [(String, String)] = []
    var seen: Set<String> = []
    for (name, value) in items {
      guard isEnd(name) else {
        let isReplaced = name.hasPrefix("f.") && present.contains(name.dropFirst(2))
        if !isReplaced, !value.isEmpty || !isFilter(name) { tidied.append((name, value)) }
        continue
      }
      guard let dot = name.firstIndex(of: ".") else { continue }
      let token = String(name[name.index(after: dot)...])
      guard seen.insert(token).inserted, !present.contains(token[...]) else { continue }
      func end(_ name: String) -> String { items.last { $0.name == name + token }?.value ?? "" }
      let (low, high) = (end("from."), end("to."))
      if low.isEmpty && high.isEmpty { continue }
      tidied.append(("f." + token, low == high ? low : "\(low)..\(high)"))
    }
    return tidied
  }

  /// Whether an item is a field that may stay empty.
  private static func isFilter(_ name: String) -> Bool {
    name == "q" || name.hasPrefix("f.") || name.hasPrefix("is.")
  }

  /// The ends of a range as two fields show them: `5..9`, `5..`, `>=5`, `5`; nil for another text.
  static func ends(_ text: String) -> (low: String, high: String)? {
    if let dots = text.firstRange(of: "..") {
      return (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
    }
    if text.hasPrefix(">=") { return (String(text.dropFirst(2)), "") }
    if text.hasPrefix("<=") { return ("", String(text.dropFirst(2))) }
    return text.hasPrefix(">") || text.hasPrefix("<") ? nil : (text, text)
  }

  /// The same list without the filters of a property, and at its beginning.
  func without(filter property: String) -> ListState {
    var state = self
    state.filters.removeAll { $0.property.hasSameBytes(as: property) }
    state.position = .first
    return state
  }

  /// The same list with one filter of a property.
  func with(filter property: String, _ text: String) -> ListState {
    var state = without(filter: property)
    state.filters.append((property, text))
    return state
  }
}
