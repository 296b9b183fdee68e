import Foundation

/// Names of relationships, made of the names of columns and tables.
enum RelationshipName {
  /// Names for the way along a foreign key, the best first.
  ///
  /// `customer_id` gives `customer`, `billingAddressID` gives `billingAddress`. Columns with a common
  /// beginning give that: `method_auth_name, method_code` is `method`.
  static func toOne(_ columns: [String], to table: String) -> [String] {
    guard columns.count == 1 else {
      let common = commonBeginning(columns)
      return (common.isEmpty ? [] : [common]) + [table]
    }
    let column = columns[0]
    if let stem = withoutSuffix(column) { return [stem, "\(stem)_\(table)"] }
    return column.hasSameBytes(as: table) ? ["\(column)_object"] : ["\(column)_\(table)"]
  }

  /// The first name that is not taken, or else one with a number.
  static func free(_ names: [String], taken: [String]) -> String {
    func isFree(_ name: String) -> Bool {
      !name.isEmpty && !taken.contains { $0.hasSameBytes(as: name) }
    }
    if let name = names.first(where: isFree) { return name }
    let stem = names.last ?? ""
    var number = 2
    while !isFree("\(stem)_\(number)") { number += 1 }
    return "\(stem)_\(number)"
  }

  private static func withoutSuffix(_ column: String) -> String? {
    let lowercased = ["_id", "_fk", "_key", "_code", "_uuid", "_ref"]
    let suffix =
      lowercased.first { column.lowercased().hasSuffix($0) }
      ?? ["Id", "ID", "Fk", "Key", "Code"].first(where: column.hasSuffix)
    guard let suffix, column.count > suffix.count else { return nil }
    return String(column.dropLast(suffix.count))
  }

  private static func commonBeginning(_ columns: [String]) -> String {
    var common = columns[0]
    for column in columns { common = column.commonPrefix(with: common) }
    // Up to the end of a word.
    guard let end = common.lastIndex(of: "_") else { return "" }
    return String(common[..<end])
  }
}
