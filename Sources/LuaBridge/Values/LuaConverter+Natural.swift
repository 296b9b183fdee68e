#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension LuaConverter {
  /// Returns what a Lua value is in Swift when nobody says which type it should be.
  ///
  /// `Bool`, `Int`, `Double`, `String`, `Data` for a string that is not UTF-8, a
  /// list or a dictionary; nothing is an empty optional. `box` is the type of
  /// elements, `Any` or `AnyHashable`.
  func natural<Box>(
    _ value: LuaValue, in box: Box.Type, at site: ConversionSite
  ) throws(ConversionError) -> Any? {
    switch value {
    case .nil, .null: return Box.self == Any.self ? .some(Box?.none as Any) : nil
    case .boolean(let boolean): return boolean
    case .integer(let integer): return Int(exactly: integer) ?? integer
    case .number(let number): return number
    case .string(let string): return string
    case .bytes(let bytes): return Data(bytes)
    case .function: return nil
    // Objects are looked up before anyone asks for the natural form.
    case .object: return nil
    case .table(let table):
      if table.fields.isEmpty { return try [Box].converted(from: value, by: self, at: site) }
      return try [String: Box].converted(from: value, by: self, at: site)
    }
  }
}
