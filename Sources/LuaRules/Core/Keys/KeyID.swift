import LuaBridge

/// A key's name, compared by its number.
struct KeyID: Hashable, Sendable {
  /// The number of the name; 0 if it has no number.
  let number: UInt32
  /// The name, if it has no number.
  private let text: String?

  /// Creates the ID of a name, and gives the name a number if it has none.
  init(_ name: String) {
    self.init(name, KeyNames.number(of: name))
  }

  /// Creates the ID of a name without giving it a number, for names that rule
  /// code reads.
  init(asked name: String) {
    self.init(name, KeyNames.knownNumber(of: name))
  }

  init(_ number: KeyNumber) { self.init(number: number.number) }

  init(number: UInt32) {
    self.number = number
    text = nil
  }

  init(_ name: String, _ number: UInt32) {
    self.number = number
    text = number == 0 ? name : nil
  }

  /// The name.
  var name: String { text ?? KeyNames.name(of: number) }

  /// Whether the name is a path of several names.
  var isPath: Bool {
    text.map { $0.utf8.contains(UInt8(ascii: ".")) } ?? KeyNames.isPath(number)
  }

  /// Returns whether the keys have the same name.
  ///
  /// INVARIANT: a name gets its number the first time that it is set, loaded or
  /// declared, if a number is left for it. A name without a number may get one
  /// later, as the name of a key type; so texts are compared if an ID has no number.
  static func == (left: KeyID, right: KeyID) -> Bool {
    if left.number != 0, right.number != 0 { return left.number == right.number }
    return left.name.hasSameBytes(as: right.name)
  }

  /// Hashes the name.
  func hash(into hasher: inout Hasher) {
    hasher.combine(ByteName(name))
  }
}
