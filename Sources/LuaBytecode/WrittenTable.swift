/// The value of a register during the walk that finds tables, with its line.
package struct WrittenValue {
  package enum Kind: Equatable {
    case unknown
    case table(Int32)
    /// The inner function with this index.
    case closure(Int32)
    /// The string constant with this index.
    case string(Int32)
    case integer(Int32)
    case boolean(Bool)
    /// The constant with this index, of another type.
    case constant(Int32)
    /// The parameter with this index, of the function that is walked.
    case parameter(Int32)
    /// The number of elements of a table.
    case length(ofTable: Int32)
    /// The global `table`, and its function `insert`.
    case tableLibrary
    case tableInsert
  }

  package var kind: Kind
  /// Whether the value was stored in a local variable or a global before.
  package var isNamed = false
  /// The line where the value is created: of an instruction, the word
  /// `function`, or the token before `{`.
  package var line: Int32

  package init(_ kind: Kind, line: Int32, isNamed: Bool = false) {
    self.kind = kind
    self.isNamed = isNamed
    self.line = line
  }

  /// The number of the table, if the value is a table.
  package var table: Int32? {
    if case .table(let number) = kind { number } else { nil }
  }
}

/// A value that was stored in a table.
package struct WrittenEntry {
  package let value: WrittenValue
  package let line: Int32
}

/// A table that the code of a file creates, with its fields and elements.
package struct WrittenTable {
  /// The instruction that creates the table.
  package let position: Int32
  /// The line of the token before `{`.
  package let line: Int32
  /// The indexes of its first and last field; negative if there is none.
  fileprivate(set) var firstField: Int32 = -1
  fileprivate var lastField: Int32 = -1
  fileprivate(set) var fieldCount: Int32 = 0
  fileprivate(set) var elements: [WrittenEntry] = []
  fileprivate(set) var anyElement: WrittenEntry?

  package init(position: Int32, line: Int32) {
    self.position = position
    self.line = line
  }

  /// Adds a field, and returns the previous last field; negative if there is
  /// none.
  fileprivate mutating func add(field: Int32) -> Int32 {
    let last = lastField
    if last < 0 { firstField = field }
    lastField = field
    fieldCount += 1
    return last
  }

  /// Stores an element with a known index; an element that leaves a gap is
  /// ignored.
  fileprivate mutating func store(_ index: Int, _ entry: WrittenEntry) {
    if index == elements.count + 1, anyElement == nil {
      elements.append(entry)
    } else if index >= 1, index <= elements.count {
      elements[index - 1] = entry
    }
  }

  /// Stores an element at the end; if this may run never or repeatedly, the
  /// element represents any element.
  fileprivate mutating func append(_ entry: WrittenEntry, isCertain: Bool) {
    if isCertain, anyElement == nil {
      elements.append(entry)
    } else if anyElement == nil {
      anyElement = entry
    }
  }

  /// Stores an element at an unknown position, so that the order of the
  /// elements becomes unknown.
  fileprivate mutating func insert(_ entry: WrittenEntry) {
    anyElement = anyElement ?? elements.first ?? entry
    elements = []
  }
}

/// A field of a table, with a link to the field that was stored next.
package struct WrittenField {
  /// The constant with the field's name.
  package let name: Int32
  /// The number of bytes of the name.
  package let nameLength: Int32
  fileprivate(set) var next: Int32 = -1
  fileprivate(set) var entry: WrittenEntry
}

/// All tables that the code of a file creates; their fields are stored in one
/// array.
package struct WrittenTables {
  package private(set) var tables: [WrittenTable] = []
  package private(set) var fields: [WrittenField] = []
  /// The fields that occur twice in a table constructor.
  package private(set) var repeats: [Repeat] = []
  /// The indexes of fields, for tables with many fields.
  private var places: [Name: Int32] = [:]

  private struct Name: Hashable {
    let table: Int32
    let constant: Int32
  }

  /// A field that occurs twice in a table constructor, so that the first one is
  /// overwritten.
  package struct Repeat {
    /// The constant with the field's name.
    package let name: Int32
    package let firstLine: Int32
    package let line: Int32
  }

  private static let fewFields = 8

  package subscript(number: Int32) -> WrittenTable { tables[Int(number)] }

  /// Adds a table and returns its number.
  package mutating func add(_ table: WrittenTable) -> Int32 {
    tables.append(table)
    return Int32(clamping: tables.count - 1)
  }

  /// Returns the field of a table whose name is a constant.
  package func field(_ name: Int32, ofTable number: Int32) -> Int32? {
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
  ///   - name: The constant with the field's name.
  ///   - nameLength: The number of bytes of the name.
  ///   - entry: The value.
  ///   - number: The table.
  ///   - isBeingWritten: Whether the table constructor is still in progress, so
  ///     that the table has no name yet.
  package mutating func store(
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

  package mutating func store(_ index: Int, _ entry: WrittenEntry, inTable number: Int32) {
    tables[Int(number)].store(index, entry)
  }

  package mutating func append(_ entry: WrittenEntry, toTable number: Int32, isCertain: Bool) {
    tables[Int(number)].append(entry, isCertain: isCertain)
  }

  package mutating func insert(_ entry: WrittenEntry, intoTable number: Int32) {
    tables[Int(number)].insert(entry)
  }
}
