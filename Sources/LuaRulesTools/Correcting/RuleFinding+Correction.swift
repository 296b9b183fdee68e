import LuaRules

extension RuleFinding {
  /// Changes of a file that correct a finding.
  ///
  /// They are known only where the right text is certain, as far as a likely name
  /// is the right one.
  public struct Correction: Sendable, Hashable {
    /// The changes, in the order of the text; they do not overlap.
    public let edits: [Edit]
    /// Whether all rules answer as before, with or without the changes.
    ///
    /// A correction of a misspelt name is not safe: it changes what is read.
    public let isSafe: Bool
  }

  /// A part of a text that is replaced.
  public struct Edit: Sendable, Hashable {
    /// Where the replaced part begins.
    public let start: Position
    /// The position behind the replaced part.
    public let end: Position
    /// The text that takes its place.
    public let text: String
  }

  /// A position in a text.
  public struct Position: Sendable, Hashable, Comparable {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in UTF-16 units.
    public let column: Int

    /// Returns whether the left position comes first.
    public static func < (left: Position, right: Position) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }
}
