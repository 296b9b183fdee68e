/// What a register holds on the walk that looks for tables, and where it got it.
struct WrittenValue {
  enum Kind: Equatable {
    case unknown
    case table(Int32)
    case closure
    /// The string constant with this number.
    case string(Int32)
    case integer(Int32)
    /// The number of elements of a table.
    case length(ofTable: Int32)
    /// The global `table` and the function `insert` in it.
    case tableLibrary
    case tableInsert
  }

  var kind: Kind
  /// Whether the value was stored before, in a local variable or a global.
  var isNamed = false
  /// The line of what made the value: an instruction, the word `function`, the token before `{`.
  var line: Int32

  init(_ kind: Kind, line: Int32, isNamed: Bool = false) {
    self.kind = kind
    self.isNamed = isNamed
    self.line = line
  }

  /// The number of the table that it is.
  var table: Int32? {
    if case .table(let number) = kind { number } else { nil }
  }
}

/// A value as it was stored into a table.
struct WrittenEntry {
  let value: WrittenValue
  let line: Int32
}

/// A table that the code of a file makes, with what it stores into it.
struct WrittenTable {
  /// The instruction that makes the table.
  let position: Int32
  /// The line of the token before `{`.
  let line: Int32
  /// Its first field and its last one among all fields; negative for none.
  fileprivate(set) var firstField: Int32 = -1
  fileprivate var lastField: Int32 = -1
  fileprivate(set) var fieldCount: Int32 = 0
  fileprivate(set) var elements: [WrittenEntry] = []
  fileprivate(set) var anyElement: WrittenEntry?

  init(position: Int32, line: Int32) {
    self.position = position
    self.line = line
  }

  /// Adds a field, and returns the last one before it; negative for none.
  fileprivate mutating func add(field: Int32) -> Int32 {
    let last = lastField
    if last < 0 { firstField = field }
    lastField = field
    fieldCount += 1
    return last
  }

  /// Stores an element with a known number; one that leaves a hole is not kept.
  fileprivate mutating func store(_ index: Int, _ entry: WrittenEntry) {
    if index == elements.count + 1, anyElement == nil {
      elements.append(entry)
    } else if index >= 1, index <= elements.count {
      elements[index - 1] = entry
    }
  }

  /// Stores an element at the end; if it is not certain that this happens once, as any element.
  fileprivate mutating func append(_ entry: WrittenEntry, isCertain: Bool) {
    if isCertain, anyElement == nil {
      elements.append(entry)
    } else if anyElement == nil {
      anyElement = entry
    }
  }

  /// Stores an element somewhere among the others, whose order is unknown from now on.
  fileprivate mutating func insert(_ entry: WrittenEntry) {
    anyElement = anyElement ?? elements.first ?? entry
    elements = []
  }
}

/// A field of a table, and the one that was stored after it.
struct WrittenField {
  /// The constant that is its name.
  let name: Int32
  /// How many bytes the name has.
  let nameLength: Int32
  fileprivate(set) var next: Int32 = -1
  fileprivate(set) var entry: WrittenEntry
}

/// All tables that the code of a file makes; their fields lie in one array.
struct WrittenTables {
  private(set) var tables: [WrittenTable] = []
  private(set) var fields: [WrittenField] = []
  /// The fields that stand twice where their table is written.
  private(set) var repeats: [Repeat] = []
  /// The places of the fields of tables that have many.
  private var places: [Name: Int32] = [:]

  private struct Name: Hashable {
    let table: Int32
    let constant: Int32
  }

  /// A field that stands twice where its table is written, so that the first does not count.
  struct Repeat {
    /// The constant that is its name.
    let name: Int32
    let firstLine: Int32
    let line: Int32
  }

  private static let fewFields = 8

  subscript(number: Int32) -> WrittenTable { tables[Int(number)] }

  /// Adds a table and returns its number.
  mutating func add(_ table: WrittenTable) -> Int32 {
    tables.append(table)
    return Int32(clamping: tables.count - 1)
  }

  /// The field of a table whose name is a constant.
  func field(_ name: Int32, ofTable number: Int32) -> Int32? {
    if tables[Int(number)].fieldCount > Self.fewFields {
      return places[Name(table: number, constant: name)]
    }
    var next = tables[Int(number)].firstField
    while next >= 0, fields[Int(next)].name != name { next = fields[Int(next)].next }
    return next >= 0 ? next : nil
  }

  /// Stores a field.
  ///
  /// - Parameters:
  ///   - name: The constant that is its name.
  ///   - nameLength: How many bytes the name has.
  ///   - entry: What is stored.
  ///   - number: The table.
  ///   - isBeingWritten: Whether that has no name yet, as it is being written.
  mutating func store(
    _ name: Int32, nameLength: Int32, _ entry: WrittenEntry, inTable number: Int32,
    isBeingWritten: Bool
  ) {
    if let known = field(name, ofTable: number) {
      if isBeingWritten {
        let first = fields[Int(known)].entry
        repeats.append(
          Repeat(
            name: name, firstLine: min(first.line, first.value.line),
            line: min(entry.line, entry.value.line)))
      }
      fields[Int(known)].entry = entry
      return
    }
    let place = Int32(clamping: fields.count)
    fields.append(WrittenField(name: name, nameLength: nameLength, entry: entry))
    let last = tables[Int(number)].add(field: place)
    if last >= 0 { fields[Int(last)].next = place }
    notePlaces(ofTable: number, name, place)
  }

  @inline(__always)
  private mutating func notePlaces(ofTable number: Int32, _ name: Int32, _ place: Int32) {
    let count = tables[Int(number)].fieldCount
    guard count > Self.fewFields else { return }
    if count == Self.fewFields + 1 {
      var next = tables[Int(number)].firstField
      while next >= 0 {
        places[Name(table: number, constant: fields[Int(next)].name)] = next
        next = fields[Int(next)].next
      }
    }
    places[Name(table: number, constant: name)] = place
  }

  mutating func store(_ index: Int, _ entry: WrittenEntry, inTable number: Int32) {
    tables[Int(number)].store(index, entry)
  }

  mutating func append(_ entry: WrittenEntry, toTable number: Int32, isCertain: Bool) {
    tables[Int(number)].append(entry, isCertain: isCertain)
  }

  mutating func insert(_ entry: WrittenEntry, intoTable number: Int32) {
    tables[Int(number)].insert(entry)
  }
}
