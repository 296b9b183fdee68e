import LuaBridge

/// A key's name, compared by its number.
struct KeyID: Hashable, Sendable {
  /// The number of the name; 0 for a name that has none.
  let number: UInt32
  /// The name, when it has no number.
  private let text: String?

  /// Numbers a name.
  init(_ name: String) {
    self.init(name, KeyNames.number(of: name))
  }

  /// Finds a name without giving it a number: one that rule code asks for.
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

  /// Returns whether the keys have one name.
  ///
  /// INVARIANT: a name gets its number the first time that it is set, loaded or
  /// declared, if there is one left for it. A name that was without one may get
  /// one as the name of a key type, so texts decide where one has none.
  static func == (left: KeyID, right: KeyID) -> Bool {
    if left.number != 0, right.number != 0 { return left.number == right.number }
    return left.name.hasSameBytes(as: right.name)
  }

  /// Hashes the name.
  func hash(into hasher: inout Hasher) {
    hasher.combine(ByteName(name))
  }
}
