/// What a register holds on the walk that looks for tables, and where it got it.
struct WrittenValue {
  enum Kind: Equatable {
    case unknown
    case table(Int)
    case closure
    /// The string constant with this number.
    case string(Int)
    case integer(Int)
    /// The number of elements of a table.
    case length(ofTable: Int)
    /// The global `table` and the function `insert` in it.
    case tableLibrary
    case tableInsert
  }

  var kind: Kind
  /// The line of what made the value: an instruction, the word `function`, the token before `{`.
  var line: Int
  /// Whether the value was stored before, in a local variable or a global.
  var isNamed = false
}

/// A table that the code of a chunk makes, with what it stores into it.
struct WrittenTable {
  /// A value as it was stored.
  struct Entry {
    let line: Int
    let value: WrittenValue
  }

  /// The instruction that makes the table.
  let position: Int
  /// The line of the token before `{`.
  let line: Int
  var fields: [(name: String, entry: Entry)] = []
  /// The place of each name in `fields`, once there are many.
  private var places: [String: Int] = [:]
  var elements: [Entry] = []
  var anyElement: Entry?

  init(position: Int, line: Int) {
    self.position = position
    self.line = line
  }

  func field(_ name: String) -> Entry? {
    place(of: name).map { fields[$0].entry }
  }

  mutating func store(_ name: String, _ entry: Entry) {
    if let place = place(of: name) {
      fields[place].entry = entry
      return
    }
    if fields.isEmpty { fields.reserveCapacity(4) }
    if fields.count == Self.fewFields {
      for (place, field) in fields.enumerated() { places[field.name] = place }
    }
    if fields.count >= Self.fewFields { places[name] = fields.count }
    fields.append((name, entry))
  }

  private static let fewFields = 8

  private func place(of name: String) -> Int? {
    fields.count <= Self.fewFields ? fields.firstIndex { $0.name == name } : places[name]
  }

  /// Stores an element with a known number; one that leaves a hole is not kept.
  mutating func store(_ index: Int, _ entry: Entry) {
    if index == elements.count + 1, anyElement == nil {
      elements.append(entry)
    } else if index >= 1, index <= elements.count {
      elements[index - 1] = entry
    }
  }

  /// Stores an element at the end; if it is not certain that this happens once, as any element.
  mutating func append(_ entry: Entry, isCertain: Bool) {
    if isCertain, anyElement == nil {
      elements.append(entry)
    } else if anyElement == nil {
      anyElement = entry
    }
  }

  /// Stores an element somewhere among the others, whose order is unknown from now on.
  mutating func insert(_ entry: Entry) {
    anyElement = anyElement ?? elements.first ?? entry
    elements = []
  }
}
