import LuaBridge

/// The places in a file that may have made the tables of a list.
///
/// Lua does not record where a table comes from. If a helper function or a loop
/// adds the elements of a list, their positions do not tell it either; then
/// each is compared with all tables that are written in the file.
package struct TableOrigins: Sendable {
  private(set) var all: [TableOrigin] = []
  /// The places that give the field `key` a text, by the text.
  private(set) var withKey: [[UInt8]: [Int]] = [:]
  /// The places without a field `key`.
  private(set) var withoutKey: [Int] = []
  /// The places that give the field `key` an unknown value.
  private(set) var withAnyKey: [Int] = []
  private var constructors: [TableOrigin.Constructor: Int] = [:]
  /// Whether the code may change the order of a list.
  let changesOrder: Bool
  /// Whether modules may make tables, too.
  let usesModules: Bool
  private let main: WalkedFunction

  /// The number of places.
  package var count: Int { all.count }

  /// A function with more tables counts as no helper that makes a table.
  private static let mostTablesOfHelper = 8

  /// Finds the places in a file.
  ///
  /// - Parameter dump: The dump of the file.
  /// - Complexity: O(*n* log *n*) in the number of bytes.
  package init?(_ dump: [UInt8]) {
    guard let code = try? CompiledFunction.decode(dump) else { return nil }
    main = WalkedFunction(code, isMain: true)
    usesModules = code.constants.contains { $0.isText("require") }
    var changesOrder = main.changesOrder || code.constants.contains { $0.isText("sort") }
    var helpers: [Int: [TableOrigin]] = [:]
    var origins = Self.tables(of: main, isMain: true)
    var rest = code.functions.enumerated().map { (index: Int?.some($0), function: $1) }
    while let (index, function) = rest.popLast() {
      rest += function.functions.map { (nil, $0) }
      guard function.code.contains(where: { $0.opcode == .newTable || $0.opcode == .call }) else {
        continue
      }
      let walked = WalkedFunction(function, isMain: false)
      changesOrder =
        changesOrder || walked.changesOrder
        || function.constants.contains { $0.isText("sort") }
      let tables = Self.tables(of: walked, isMain: false)
      origins += tables
      guard let index, !tables.isEmpty, tables.count <= Self.mostTablesOfHelper else { continue }
      helpers[index] = tables.filter(\.usesParameters)
    }
    self.changesOrder = changesOrder
    for call in main.calls {
      origins += (helpers[Int(call.function)] ?? []).map {
        TableOrigin(
          function: $0.function, table: $0.table, call: .init(call: call, caller: main),
          runsOnce: call.runsOnce)
      }
    }
    for origin in origins { add(origin) }
  }

  private static func tables(of function: WalkedFunction, isMain: Bool) -> [TableOrigin] {
    function.file.written.tables.indices.compactMap { index in
      guard function.file.written.tables[index].fieldCount > 0 else { return nil }
      return TableOrigin(
        function: function, table: Int32(clamping: index), call: nil,
        runsOnce: isMain && function.runsOnce[index])
    }
  }

  private mutating func add(_ origin: TableOrigin) {
    let index = all.count
    all.append(origin)
    if origin.call == nil { constructors[origin.constructor] = index }
    switch origin.key {
    case .constant(.string(let key)): withKey[key, default: []].append(index)
    case .absent: withoutKey.append(index)
    case .unknown: withAnyKey.append(index)
    case .constant, .closure, .table: break
    }
  }

  /// Returns the places that may have made a table with a key.
  ///
  /// - Parameter key: The text of its field `key`; `nil` if it has none.
  /// - Returns: Their indexes in ``all``.
  func candidates(forKey key: [UInt8]?) -> [Int] {
    (key.map { withKey[$0] ?? [] } ?? withoutKey) + withAnyKey
  }

  /// Returns the place of a table constructor.
  func place(of constructor: TableOrigin.Constructor) -> Int? { constructors[constructor] }

  /// Returns whether a table may be the one at a site.
  package func mayBe(
    _ table: LuaNodeTable, at site: TableSite, _ comparison: inout TableComparison
  ) -> Bool {
    guard let number = site.numberInMain else { return true }
    return comparison.fit(
      table, TableOrigin(function: main, table: number, call: nil, runsOnce: false)) != nil
  }
}

extension TableOrigin {
  /// Whether a field has the value of a parameter.
  fileprivate var usesParameters: Bool {
    var next = function.file.written.tables[Int(table)].firstField
    while next >= 0 {
      let field = function.file.written.fields[Int(next)]
      if case .parameter = field.entry.value.kind { return true }
      next = field.next
    }
    return false
  }
}
