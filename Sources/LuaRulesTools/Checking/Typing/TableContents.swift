/// What is known to be in a table that the function makes, at one position.
///
/// INVARIANT: The place of the table stands for the last table that its instruction has made, and what
/// may change that table by another name forgets it: a write to a table that is not known, and a call
/// that may reach it.
struct TableContents: Hashable {
  /// What a value is put in by.
  enum Key {
    case name(String)
    case index(Int64)
    /// The number behind the last one.
    case next
    /// A number that is not known.
    case number
    /// Anything.
    case some
  }

  /// The values with names.
  private(set) var fields: [String: TypeState.Value] = [:]
  /// The values with numbers, as far as each has its own.
  private var indices: [Int64: TypeState.Value] = [:]
  /// Whether these are all values with numbers.
  private(set) var hasAllIndices = true
  /// All values with numbers.
  private(set) var elements = LuaType.never
  /// The kinds of all keys.
  private(set) var keys = LuaType.never
  /// Whether there may be names that are not known.
  private(set) var isOpen = false
  /// Whether another table holds this one.
  var isShared = false

  /// Whether there is certainly no value with a name.
  func lacks(_ name: String) -> Bool { !isOpen && fields[name] == nil }

  /// The places of the values.
  var places: [TypePlaces.ID] {
    (Array(fields.values) + indices.values).map(\.place).filter { $0 != 0 }
  }

  /// Returns the value with a name; `nil` if that is not known.
  subscript(name: String) -> TypeState.Value? { fields[name] }

  /// Returns the value with a number; `nil` if that is not known.
  subscript(index: Int64?) -> TypeState.Value? {
    if let index, let value = indices[index] { return value }
    return elements.isNever ? nil : TypeState.Value(elements.union(.nothing))
  }

  /// The values with the numbers from 1 on.
  var values: [TypeState.Value] {
    var values: [TypeState.Value] = []
    while let value = indices[Int64(values.count + 1)] { values.append(value) }
    return values
  }

  /// What a loop over all values gives; `nil` if that is not known.
  var all: LuaType? {
    isOpen ? nil : fields.values.reduce(elements) { $0.union($1.type) }
  }

  // MARK: Changes

  /// Follows a write under a key of some type.
  mutating func set(_ key: Key, _ value: TypeState.Value, by type: LuaType) {
    let value = value.kept
    keys = keys.union(type.kindsOnly)
    switch key {
    case .name(let name): fields[name] = value
    case .index(let index):
      indices[index] = value
      elements = elements.union(value.type)
    case .next:
      // What may be nil may be the last one.
      let kept = indices.filter { !$0.value.type.mayBe(.nothing) }
      let first = (1...).first { kept[$0] == nil } ?? 1
      (indices, hasAllIndices) = (kept.filter { $0.key > 0 && $0.key < first }, false)
      elements = elements.union(value.type)
    case .number:
      (indices, hasAllIndices) = ([:], false)
      elements = elements.union(value.type)
    case .some:
      let known = keys
      forget(.some)
      keys = known
    }
  }

  /// Follows a write under one of several names.
  mutating func set(anyOf names: [String], _ value: TypeState.Value) {
    keys = keys.union(.text)
    for name in names {
      let known = fields[name]?.type ?? (isOpen ? nil : .nothing)
      fields[name] = known.map { TypeState.Value($0.union(value.kept.type)) }
    }
  }

  /// Forgets what may have been written.
  mutating func forget(_ key: Key) {
    keys = .any
    switch key {
    case .name(let name):
      fields[name] = nil
      isOpen = true
    case .index, .next, .number:
      (indices, hasAllIndices) = ([:], false)
      elements = .any
    case .some:
      (fields, indices, elements, isOpen) = ([:], [:], .any, true)
      hasAllIndices = false
    }
  }

  /// Forgets which number each value has.
  mutating func reorder() { (indices, hasAllIndices) = ([:], indices.isEmpty && hasAllIndices) }

  /// Whether few values are followed one by one.
  var isSmall: Bool { fields.count + indices.count <= 64 }

  /// Whether there is certainly nothing in it.
  var isEmpty: Bool {
    fields.isEmpty && !isOpen && indices.isEmpty && hasAllIndices && elements.isNever
  }

  /// Returns the values with some numbers, and those of the numbers that have none; `nil` if that is not known.
  func entries(_ numbers: ClosedRange<Int64>) -> (values: [TypeState.Value], missing: [Int64])? {
    guard hasAllIndices, !indices.isEmpty else { return nil }
    return (numbers.compactMap { indices[$0] }, numbers.filter { indices[$0] == nil })
  }

  /// Changes the values one by one.
  func mapped(_ change: (TypeState.Value) -> TypeState.Value) -> TableContents {
    var contents = self
    contents.fields = fields.mapValues(change)
    contents.indices = indices.mapValues(change)
    return contents
  }

  /// Returns what is known where ways meet.
  ///
  /// - Parameters:
  ///   - other: What is known on the other way.
  ///   - isWidening: Whether changed types are widened.
  ///   - join: Joins two values.
  /// - Returns: What is in the table on both ways.
  func joined(
    _ other: TableContents, isWidening: Bool,
    _ join: (TypeState.Value, TypeState.Value) -> TypeState.Value
  ) -> TableContents {
    var result = TableContents()
    result.isOpen = isOpen || other.isOpen
    result.isShared = isShared || other.isShared
    result.keys = keys.union(other.keys)
    let missing = TypeState.Value(.nothing)
    for name in Set(fields.keys).union(other.fields.keys) {
      guard let mine = fields[name] ?? (isOpen ? nil : missing),
        let theirs = other.fields[name] ?? (other.isOpen ? nil : missing)
      else {
        result.isOpen = true
        continue
      }
      result.fields[name] = join(mine, theirs)
    }
    result.hasAllIndices =
      hasAllIndices && other.hasAllIndices && indices.keys == other.indices.keys
    for (index, mine) in indices {
      if let theirs = other.indices[index] { result.indices[index] = join(mine, theirs) }
    }
    result.elements = elements.union(other.elements)
    if isWidening { result.elements = result.elements.widened(from: elements) }
    return result
  }
}

extension TableContents.Key {
  /// What the key is.
  var type: LuaType {
    switch self {
    case .name: .text
    case .index, .next, .number: .integer
    case .some: .any
    }
  }
}

extension TypeState.Value {
  /// The value as it is kept in a table: a switch of the author, such as `{ isStrict = false }`, is no
  /// constant.
  fileprivate var kept: Self {
    guard place == 0, type.isSingle else { return Self(type, at: place) }
    if type.isOnly(.nothing) { return .any }
    return Self(type.isOnly(.boolean) ? .boolean : type.kindsOnly)
  }
}

extension TypeState {
  /// Joins what is known of tables; returns whether anything has changed.
  mutating func joinTables(_ other: TypeState, isWidening: Bool) -> Bool {
    var hasChanged = false
    for (place, mine) in tables {
      guard let theirs = other.tables[place] else {
        tables[place] = nil
        hasChanged = true
        continue
      }
      if mine == theirs { continue }
      let joined = mine.joined(theirs, isWidening: isWidening) {
        self.joined($0, with: $1, of: other, isWidening: isWidening)
      }
      if joined != mine {
        tables[place] = joined
        hasChanged = true
      }
    }
    return hasChanged
  }

  /// Notes that tables have another name where ways meet on which a register holds different values;
  /// returns whether that is new.
  mutating func shareTables(differingIn other: TypeState) -> Bool {
    guard !tables.isEmpty else { return false }
    var hasChanged = false
    for (mine, theirs) in zip(registers, other.registers) where mine.place != theirs.place {
      for place in [mine.place, theirs.place] where tables[place]?.isShared == false {
        tables[place]?.isShared = true
        hasChanged = true
      }
    }
    return hasChanged
  }

  /// Forgets a root whose value is calculated anew, in tables.
  mutating func renewInTables(_ root: TypePlaces.ID, in places: TypePlaces) {
    tables[root] = nil
    for (place, contents) in tables {
      tables[place] = contents.mapped { value in
        value.place != 0 && places[value.place].root == root ? Value(type(of: value)) : value
      }
    }
  }
}
