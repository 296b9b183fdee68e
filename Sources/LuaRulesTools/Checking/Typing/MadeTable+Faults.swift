import LuaRules

// What of a made table does not fit a declared type.

extension MadeTable {
  /// What does not fit, with the instruction that puts it in.
  struct Fault {
    let position: Int
    /// What the table is, in words.
    let given: String
    /// What would fit in its place.
    let expected: String

    var message: String { "\(given); expected \(expected)" }

    /// The fault as one of a table that holds this one.
    fileprivate func inside(_ owner: String) -> Fault {
      Fault(position: position, given: "\(owner) is \(given)", expected: expected)
    }
  }

  /// Returns what does not fit a declared type, with what is wrong.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - position: Where the table is given back.
  /// - Returns: The faults, with the instructions that make them.
  func faults(for type: ValueType, givenAt position: Int) -> [Fault] {
    guard isKnown else { return [] }
    switch type.present.given {
    case .list(let element): return faults(forListOf: element, type)
    case .dictionary(let entry): return faults(forEntriesOf: entry, type)
    case .object(let object): return faults(for: object, givenAt: position)
    default: return []
    }
  }

  private func faults(forListOf element: ValueType, _ type: ValueType) -> [Fault] {
    let named = fields.values.joined() + self.named
    if elements.isEmpty, let first = named.min(by: { $0.position < $1.position }) {
      return [
        Fault(
          position: first.position, given: "a table with names",
          expected: type.present.expectation)
      ]
    }
    let wrong = misfits(elements, element, areApart: hasFixedElements, areKept: keepsElements)
    guard wrong.isEmpty else {
      return wrong.map {
        Fault(
          position: $0.position, given: "a list with \($0.type.text) in it",
          expected: type.present.expectation)
      }
    }
    return faults(in: elements, element, areKept: hasFixedElements || keepsElements).map {
      $0.inside("a list whose element")
    }
  }

  private func faults(forEntriesOf entry: ValueType, _ type: ValueType) -> [Fault] {
    let calculated = elements + named
    let wrong = misfits(calculated, entry, areApart: false)
    // What is put in under a calculated name may replace any other.
    guard wrong.isEmpty, calculated.isEmpty else {
      return wrong.map {
        Fault(
          position: $0.position, given: "a table with \($0.type.text) in it",
          expected: type.present.expectation)
      }
    }
    return fields.sorted { $0.key < $1.key }.flatMap { name, parts -> [Fault] in
      faults(of: name, parts, entry, in: "a table")
    }
  }

  private func faults(for object: ObjectType, givenAt position: Int) -> [Fault] {
    // What is put in under a calculated name may replace any other, or take it away.
    guard named.isEmpty else { return [] }
    let isClosed = !object.isOpen && !object.mayShowMore
    if isClosed, let first = elements.first(where: { $0.type.mayBeSome }) {
      return [Fault(position: first.position, given: "a list", expected: "an object")]
    }
    let wrong = fields.sorted { $0.key < $1.key }.flatMap { name, parts -> [Fault] in
      if let member = object[name] { return faults(of: name, parts, member.type, in: "an object") }
      guard isClosed, let first = parts.first(where: { $0.type.mayBeSome }),
        !parts.contains(where: { $0.type.mayBe(.nothing) })
      else { return [] }
      let names = object.members.map(\.name).joined(separator: ", ")
      return [
        Fault(
          position: first.position, given: "an object with `\(name)`",
          expected: "one with \(names)")
      ]
    }
    guard wrong.isEmpty,
      let missing = object.members.first(where: {
        $0.isNeeded && (fields[$0.name] == nil || mayLack.contains($0.name))
      })
    else { return wrong }
    let lacks = fields[missing.name] == nil ? "" : " in some cases"
    return [
      Fault(
        position: position, given: "an object without `\(missing.name)`\(lacks)",
        expected: "\(missing.type.expectation) there")
    ]
  }

  /// Returns what does not fit of the values that are given to one field.
  private func faults(
    of name: String, _ parts: [Part], _ type: ValueType, in table: String
  ) -> [Fault] {
    var wrong = misfits(parts, type, areApart: false)
    if wrong.isEmpty { wrong = parts.filter { isKept($0) && !$0.type.mayBeGiven(to: type) } }
    let chosen = parts.count == 1 && wrong.isEmpty ? alternatives[name] ?? [] : []
    wrong += chosen.filter { !$0.type.mayBeGiven(to: type) }
    guard wrong.isEmpty else {
      return wrong.map {
        Fault(
          position: $0.position,
          given: "\(table) whose `\(name)` is \($0.type.text(givenTo: type))",
          expected: type.expectation)
      }
    }
    return faults(in: parts, type, areKept: false).map { $0.inside("\(table) whose `\(name)`") }
  }

  /// The first instruction that puts something in; `nil` for an empty table.
  private var firstWrite: Int? {
    (elements + named + fields.values.joined()).map(\.position).min()
  }

  private func isKept(_ part: Part) -> Bool { kept.contains(part.position) }

  /// Returns what does not fit in the tables that are put in: of each of them if they stay, and otherwise
  /// only if there is something in each.
  private func faults(in parts: [Part], _ type: ValueType, areKept: Bool) -> [Fault] {
    let faults = parts.map { part in
      part.table?.faults(for: type, givenAt: part.table?.firstWrite ?? part.position) ?? []
    }
    if areKept { return faults.flatMap(\.self) }
    return faults.allSatisfy { !$0.isEmpty } ? faults.first ?? [] : []
  }

  /// Returns the first part that does not fit, or all of them if they are apart; the constants among
  /// them if they are kept.
  private func misfits(
    _ parts: [Part], _ type: ValueType, areApart: Bool, areKept: Bool = false
  ) -> [Part] {
    let wrong = parts.filter { !$0.type.mayBeGiven(to: type) && !$0.type.isNever }
    if areApart { return wrong }
    if wrong.count == parts.count, !areKept { return Array(wrong.prefix(1)) }
    let constants = areKept ? wrong.filter { $0.type.isSingle && $0.type.mayBeSome } : []
    return constants.isEmpty && wrong.count == parts.count ? Array(wrong.prefix(1)) : constants
  }
}

extension LuaType {
  /// Whether some value is not nil.
  fileprivate var mayBeSome: Bool { !without(.nothing).isNever }
}
