import LuaSyntax

/// A function as it is written.
struct WrittenFunction: Sendable {
  let file: WrittenFile
  /// Its number in the tree.
  let number: Int
}
