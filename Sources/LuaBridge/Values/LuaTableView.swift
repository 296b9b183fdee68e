/// The view of a copied Lua table that goes back into Lua.
struct LuaTableView: LuaView {
  private let table: LuaTable

  init(_ table: LuaTable) {
    self.table = table
  }

  var shape: LuaViewShape { table.isObject ? .dictionary : .list }
  var count: Int { table.elements.count + table.fields.count }
  var subject: Any { LuaValue.table(table) }
  var identity: UInt64 { 0 }
  var isConstant: Bool { true }

  var keys: [LuaValue] {
    (0..<table.elements.count).map { .integer(Int64($0) + 1) }
      + table.fields.map { .string($0.name) }
  }

  func member(_ key: LuaValue) -> LuaViewMember {
    if let offset = key.offset(in: table.elements.count) { return .value(table.elements[offset]) }
    guard let name = key.name, let value = table[name] else { return .absent }
    return .value(value)
  }
}
