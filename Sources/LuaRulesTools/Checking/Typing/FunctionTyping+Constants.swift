import LuaBridge
import LuaRules

// What is in tables that were made while loading, of which one is read by a key that is not constant.

extension FunctionTyping {
  /// What a table made while loading is read by: a declared value.
  struct Lookup {
    let table: Int
    /// The value in words of the source.
    let words: String
    /// The path of the value; `nil` if it is no member of the context.
    let path: [String]?
    /// The texts that are declared for it; `nil` for other values.
    let texts: Set<[UInt8]>?
    /// The values for which the table has no entry.
    let missing: [LuaValue]
  }

  /// How many keys are looked up one by one.
  static let mostKeys = 64

  /// Returns the entry of one of some tables by a calculated key.
  mutating func constantEntry(
    _ key: LuaType, of tables: Set<Int>, _ words: String?
  ) -> TypeState.Value {
    let known = tables.sorted().compactMap { analysis.code.tables[$0] }
    guard known.count == tables.count, !analysis.hidesSettings else { return .any }
    let keys = key.listedKeys(most: Self.mostKeys)
    var type = LuaType.never
    var missing: [LuaValue] = []
    for table in known {
      guard let keys else {
        type = table.entries.reduce(type.union(.nothing)) { type, entry in
          let mayBeMeant = !LuaType(value: entry.key).intersection(key).isNever
          return mayBeMeant ? type.union(constant(entry.value)) : type
        }
        continue
      }
      for key in keys {
        let entry = table.entries.first { $0.key.isRawEqual(to: key) }?.value
        type = type.union(entry.map { constant($0) } ?? .nothing)
        if entry == nil, !missing.contains(where: { $0.isRawEqual(to: key) }) {
          missing.append(key)
        }
      }
      if key.mayBe(.nothing) { type = type.union(.nothing) }
    }
    analysis.spend(known.count * (keys?.count ?? 1))
    noteLookup(of: tables, missing)
    let value = rooted(type, at: position, named: words.map { "\($0)[…]" })
    analysis.places[value.place].isEntry = true
    if !missing.isEmpty {
      noteKey()
      if missing.count == keys?.count, missing.count > 1 { tellNoEntry(key, in: known, words) }
      if type.isOnly(.nothing), function.code[position].opcode == .getTable {
        analysis.places[value.place].list = register(function.code[position].c).place
      }
      let listed = missing.prefix(3).map(\.literal).joined(separator: ", ")
      analysis.places[value.place].origin = .entry(
        "\(quoted(words, nil)) has no entry for \(listed)")
    }
    return value
  }

  /// Notes by which declared value one table is read, and for which values it has no entry.
  private mutating func noteLookup(of tables: Set<Int>, _ missing: [LuaValue]) {
    let instruction = function.code[position]
    guard isTelling, !isInside, instruction.opcode == .getTable, tables.count == 1,
      let table = tables.first, case let key = register(instruction.c),
      analysis.places.isDeclared(key.place), let words = self.words(instruction.c)
    else { return }
    let type = key.type.present
    lookups[position] = Lookup(
      table: table, words: words, path: analysis.places[key.place].path,
      texts: type.isOnly(.text) ? type.texts : nil, missing: missing)
  }

  /// Tells a declared value by which a table with names is read that has no entry for any of its values.
  private mutating func tellNoEntry(
    _ key: LuaType, in tables: [InspectedCode.Table], _ words: String?
  ) {
    let instruction = function.code[position]
    guard isTelling, !stopsAtFaults, instruction.opcode == .getTable, tables.count == 1,
      !tables[0].entries.isEmpty, case let read = register(instruction.c),
      analysis.places.isDeclared(read.place), let name = self.words(instruction.c),
      !failsWithNil(instruction.a),
      // Where a test has left some of its values, those of others may be meant.
      key.texts == read.type.texts,
      tables[0].entries.allSatisfy({ if case .string = $0.key { true } else { false } })
    else { return }
    tell(
      TypeFault(
        .unknownMember, .warning,
        "\(quoted(words, nil)) has no entry for any value of `\(name)`: it is always nil",
        fix: "`\(name)` is \(key.present.listed)", subject: name.lastName, isFatal: false
      ).of(read))
  }

  /// Tells a key of a kind that no entry of some tables has: a list or an object, a number for a table with names, a
  /// text for a list.
  mutating func tellWrongKey(_ key: LuaType, of tables: Set<Int>, _ words: String?) {
    guard isTelling, !stopsAtFaults, function.code[position].opcode == .getTable,
      !analysis.hidesSettings, let kind = key.present.kindOfKey
    else { return }
    let entries = tables.compactMap { analysis.code.tables[$0]?.entries }
    guard entries.count == tables.count, entries.contains(where: { !$0.isEmpty }),
      !entries.joined().contains(where: { LuaType(value: $0.key).mayBe(kind) })
    else { return }
    let name = self.words(function.code[position].c)
    tell(
      TypeFault(
        .unknownMember, .warning,
        "\(quoted(words, nil)) has no entry under \(quoted(name, key.present)), which is "
          + "\(key.present.text): it is always nil",
        subject: name?.lastName, isFatal: false
      ).of(register(function.code[position].c)))
  }

  /// Notes the declared value by which a table is read, on which it rests what is missing there.
  private mutating func noteKey() {
    guard function.code[position].opcode == .getTable else { return }
    let key = register(function.code[position].c)
    guard analysis.places.isDeclared(key.place) else { return }
    let entry = analysis.places[key.place]
    tests.note(entry.text, key.type, path: entry.path, isOrdered: true)
  }

  /// Returns the value with a name in one of some tables.
  mutating func constantMember(
    _ name: String, of tables: Set<Int>, _ words: String?
  ) -> TypeState.Value {
    let known = tables.sorted().compactMap { analysis.code.tables[$0] }
    guard known.count == tables.count, !analysis.hidesSettings else { return .any }
    let entries = known.map { table in
      table.entries.first { $0.key.isRawEqual(to: .string(name)) }.map { constant($0.value) }
        ?? LuaType.nothing
    }
    let value = rooted(
      entries.reduce(LuaType.never) { $0.union($1) }, at: position,
      named: words.map { "\($0).\(name)" })
    analysis.places[value.place].isEntry = true
    if entries.allSatisfy({ $0 == .nothing }) {
      tellLackingEverywhere(name, in: known, words)
    } else if entries.contains(.nothing) {
      analysis.places[value.place].origin = .entry("not every entry of the table has `\(name)`")
    }
    return value
  }

  /// Tells a member that none of some tables has, and that is given back or kept.
  private mutating func tellLackingEverywhere(
    _ name: String, in tables: [InspectedCode.Table], _ words: String?
  ) {
    guard isTelling, !stopsAtFaults, tables.count > 1, onlyPassesOn(function.code[position].a)
    else {
      return
    }
    let names = Set(
      tables.flatMap(\.entries).compactMap { entry in
        if case .string(let name) = entry.key { name } else { nil as String? }
      })
    guard !names.isEmpty else { return }
    let meant = DeclaredNames.likelyMember(name, among: names.sorted())
    tell(
      TypeFault(
        .unknownMember, .warning,
        "no entry of the table has `\(name)`: \(quoted(words.map { "\($0).\(name)" }, nil)) is always nil",
        fix: meant.map { "did you mean `\($0)`?" }
          ?? "the entries have \(names.sorted().prefix(20).joined(separator: ", "))",
        subject: name, replacement: meant, isFatal: false))
  }

  /// Returns what a loop over one of some tables gives; `nil` if that is not known.
  func constantElements(
    of tables: Set<Int>, _ withKeys: Bool
  ) -> (key: LuaType, value: LuaType)? {
    let known = tables.sorted().compactMap { analysis.code.tables[$0] }
    guard known.count == tables.count, !analysis.hidesSettings else { return nil }
    var (keys, values) = (LuaType.never, LuaType.never)
    for entry in known.flatMap(\.entries) {
      if withKeys {
        keys = keys.union(constant(.scalar(entry.key)))
      } else {
        guard case .integer(let index) = entry.key, index > 0 else { continue }
        keys = .integer(NumberRange(lower: 1))
      }
      values = values.union(constant(entry.value))
    }
    return values.isNever || values.isAny ? nil : (keys, values)
  }

  /// Returns the warning of tables with names only, of which a function of the library finds nothing; `nil` for
  /// others.
  ///
  /// - Parameters:
  ///   - type: The values.
  ///   - words: The value in words of the source.
  ///   - use: What the function does.
  ///   - name: The name of the function.
  /// - Returns: The warning.
  func lackOfElements(
    _ type: LuaType, _ words: String?, _ use: String, _ name: String
  ) -> TypeFault? {
    guard let tables = type.constantTables, !analysis.hidesSettings,
      tables.allSatisfy({ analysis.code.tables[$0]?.hasNamesOnly == true })
    else { return nil }
    return TypeFault(
      .wrongArgument, .warning, "\(quoted(words, type)) has names only, of which \(use) nothing",
      fix: "`pairs` visits names; a list is written as `{ \"a\", \"b\" }`",
      subject: words?.lastName ?? name, isFatal: false)
  }

  /// Returns the lengths of tables; `nil` for other values.
  func constantLength(_ type: LuaType) -> LuaType? {
    guard let tables = type.constantTables, !analysis.hidesSettings else { return nil }
    let known = tables.compactMap { analysis.code.tables[$0]?.length }
    guard known.count == tables.count, let least = known.min(), let most = known.max() else {
      return nil
    }
    return .integer(NumberRange(lower: Double(least), upper: Double(most)))
  }

  /// Returns the warning of an entry of a table that is of another kind than the others.
  func entryFault(
    _ wrong: LuaType, _ value: TypeState.Value, _ words: String?, _ use: String
  ) -> TypeFault? {
    guard isTelling, !wrong.isNever, analysis.places[value.place].isEntry, let words,
      !mayBeGuarded(value.place)
    else { return nil }
    var fault = TypeFault(
      .wrongOperand, .warning, "an entry of the table gives \(wrong.text) for `\(words)`, \(use)",
      fix: "change the entry", subject: words.lastName, isFatal: false)
    fault.isOfFile = true
    return fault
  }

  /// Returns what a value in a table is taken for: numbers and truths may be changed by the author, and
  /// tests of them are no mistakes.
  private func constant(_ value: CapturedValue) -> LuaType {
    switch value {
    case .unknown: .any
    case .scalar(let value):
      analysis.countsEntries ? LuaType(value: value) : LuaType(value: value).withoutSettings
    case .function(let number): LuaType(function: .captured(number))
    case .table(let number): LuaType(table: .captured(number))
    }
  }
}

extension InspectedCode.Table {
  /// Whether there are entries, and all are under texts.
  fileprivate var hasNamesOnly: Bool {
    !entries.isEmpty && entries.allSatisfy { if case .string = $0.key { true } else { false } }
  }
}

extension LuaType {
  /// The values of each kind, and each listed text.
  var parts: [LuaType] {
    Kinds.families.filter { mayBe($0) }.flatMap { kinds -> [LuaType] in
      guard kinds == .text, let texts else { return [only(kinds)] }
      return texts.map { LuaType(constant: .string($0)) }.sorted { $0.text < $1.text }
    }
  }

  /// The tables of files that the value may be; `nil` if it may be something else.
  var constantTables: Set<Int>? { isOnly(.table) ? shape?.constants : nil }

  fileprivate var withoutSettings: LuaType {
    if isOnly(.boolean) { return .boolean }
    return isOnly(.number) ? LuaType(kinds) : self
  }

  /// The values, if they are texts that are listed, or a few integers.
  fileprivate func listedKeys(most: Int) -> [LuaValue]? {
    let type = without(.nothing)
    if type.isOnly(.text), let texts = type.texts, texts.count <= most {
      let names = texts.compactMap { String(validating: $0, as: UTF8.self) }.sorted()
      return names.count == texts.count ? names.map { .string($0) } : nil
    }
    return type.listedNumbers(most: most)?.map { .integer($0) }
  }

  /// The values, if they are a few integers.
  fileprivate func listedNumbers(most: Int) -> ClosedRange<Int64>? {
    guard isOnly(.integer), range.upper - range.lower < Double(most),
      let first = Int64(exactly: range.lower.rounded(.up)),
      let last = Int64(exactly: range.upper.rounded(.down)), first <= last
    else { return nil }
    return first...last
  }

  /// The only kind of keys that the values are; `nil` for several, and for tables that are not declared.
  fileprivate var kindOfKey: Kinds? {
    if isOnly(.number) { return .number }
    if isOnly(.text) { return .text }
    if isOnly(.table), case .declared? = shape { return .table }
    return nil
  }

  /// The values, if they are a few integers.
  var listedNumbers: ClosedRange<Int64>? { listedNumbers(most: FunctionTyping.mostKeys) }
}
