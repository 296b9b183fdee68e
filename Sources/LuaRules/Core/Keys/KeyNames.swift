import LuaBridge
import Synchronization

/// The numbers of key names in this process.
///
/// Names are numbered when a key is declared, a rule is loaded or a value is
/// set, so that an evaluation compares numbers. A number is never released. So
/// there is a fixed capacity, and names that come later get no number.
enum KeyNames {
  /// The names by number from 1.
  ///
  /// The map from names to numbers is read without the lock and written under
  /// it.
  private struct Table {
    var names: [String] = [""]

    mutating func number(of name: String, within capacity: Int) -> UInt32 {
      let known = NameNumbers.of(name)
      if known != 0 { return known & KeyNames.numberBits }
      guard names.count <= capacity else { return 0 }
      let number = UInt32(clamping: names.count)
      let isPath = name.utf8.contains(UInt8(ascii: "."))
      if isPath { paths[Int(number >> 6)] |= 1 << UInt64(number & 63) }
      guard NameNumbers.set(isPath ? number | pathBit : number, for: name) else { return 0 }
      names.append(name)
      return number
    }
  }

  /// The bit that is set beside the number of a name with a dot.
  private static let pathBit: UInt32 = 1 << 31
  private static let numberBits = pathBit - 1

  private static let table = Mutex(Table())
  /// A bit for each number, which is set for a name with a dot.
  private static let paths = SharedNumbers(count: capacity / 64 + 1)

  /// How many names can get numbers.
  static let capacity = 1 << 14

  /// How many numbers are available to names that a host sets or a rule file
  /// assigns: there may be any number of such names.
  static let foreignCapacity = capacity / 2

  /// Returns the number of a key's name; 0 if all numbers are taken.
  static func number(of key: any DynamicEnvironmentKey.Type) -> UInt32 {
    let known = TypeNumber.of(key)
    return known != 0 ? known : newNumber(of: key)
  }

  private static func newNumber(of key: any DynamicEnvironmentKey.Type) -> UInt32 {
    let name = key.name
    return table.withLock { table in
      let number = table.number(of: name, within: capacity)
      if number != 0, TypeNumber.of(key) == 0 { TypeNumber.set(number, for: key) }
      return number
    }
  }

  /// Returns the number of a string literal's name; 0 if all numbers are taken.
  static func number(ofLiteral name: StaticString) -> UInt32 {
    let known = LiteralNumber.of(name)
    return known != 0 ? known : newNumber(ofLiteral: name)
  }

  private static func newNumber(ofLiteral name: StaticString) -> UInt32 {
    table.withLock { table in
      let number = table.number(of: name.description, within: capacity)
      if number != 0, LiteralNumber.of(name) == 0 { LiteralNumber.set(number, for: name) }
      return number
    }
  }

  /// Returns the number of a name that a host or a rule file uses; 0 if no
  /// number is left.
  static func number(of name: String) -> UInt32 {
    let known = knownNumber(of: name)
    return known != 0 ? known : table.withLock { $0.number(of: name, within: foreignCapacity) }
  }

  /// Returns the number of a name if it has one, else 0.
  static func knownNumber(of name: String) -> UInt32 { NameNumbers.of(name) & numberBits }

  /// Returns whether a number is that of a name with a dot.
  static func isPath(_ number: UInt32) -> Bool {
    paths[Int(number >> 6)] & 1 << UInt64(number & 63) != 0
  }

  /// Returns the number of a name without a dot if it has one, else 0.
  static func knownNumber(ofPlain name: String) -> UInt32 {
    let number = NameNumbers.of(name)
    return number & pathBit == 0 ? number : 0
  }

  /// Returns the name for a number.
  static func name(of number: UInt32) -> String {
    table.withLock { $0.names.indices.contains(Int(number)) ? $0.names[Int(number)] : "" }
  }
}
