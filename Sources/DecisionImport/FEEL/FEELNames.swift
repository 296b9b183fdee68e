/// Names that an expression may use, also of several words.
///
/// FEEL does not mark where a name of several words ends; the longest name that is known counts.
struct FEELNames: Sendable {
  private var names: [String: [(words: [String], name: String)]] = [:]

  /// The names of the functions that FEEL has.
  static let ofFunctions = FEELNames(FEELFunction.names)

  init(_ names: some Sequence<String> = []) {
    for name in names { add(name) }
  }

  mutating func add(_ name: String) {
    guard let tokens = try? FEELTokens.of(name) else { return }
    let words = tokens.dropLast().map(\.text)
    guard let first = words.first else { return }
    if names[first]?.contains(where: { $0.words == words }) == true { return }
    names[first, default: []].append((words, name))
    names[first]?.sort { $0.words.count > $1.words.count }
  }

  /// The longest name that begins at a token, and how many tokens it has.
  func longest(in tokens: [FEELToken], at index: Int) -> (name: String, count: Int)? {
    for (words, name) in names[tokens[index].text] ?? []
    where index + words.count < tokens.count
      && zip(words, tokens[index...]).allSatisfy({
        $0 == $1.text && $1.kind != .text && $1.kind != .end
      })
    {
      return (name, words.count)
    }
    return nil
  }
}
