#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension LuaConverter {
  /// Returns the natural Swift form of a Lua value, if no particular type is requested.
  ///
  /// `Bool`, `Int`, `Double`, `String`, `Data` for a string that is not UTF-8, a
  /// list or a dictionary; an empty optional for `nil`. `box` is the type of
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
    // Objects are converted before this function is called.
    case .object: return nil
    case .table(let table):
      if !table.isObject { return try [Box].converted(from: value, by: self, at: site) }
      return try [String: Box].converted(from: value, by: self, at: site)
    }
  }
}
