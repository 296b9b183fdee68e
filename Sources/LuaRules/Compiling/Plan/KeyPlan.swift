/// What is made of the candidates of a key, so that asking does not try them all.
///
/// Candidates that begin with a test of the same path become a ``Choice`` (by
/// equality and truth) or ``Ranges`` (by order): the path is read once, and only
/// the candidates that what was read leaves open are tried. A candidate that is
/// left out is one whose predicate would have read that path, which the first of
/// them has read already, and would then have been plain false. Where the read is
/// undecided, nothing is left out. Where such tests of a few paths alternate, they become a ``Merge``.
struct KeyPlan: Sendable {
  /// A candidate as the plan is given it.
  struct Candidate: Sendable {
    /// Where its predicate's native code begins; `nil` when only the engine can decide it.
    var entry: Int32?
    /// Whether its value can be `nil`, so that the next candidate is asked.
    var canDecline: Bool
  }

  /// A thing to do; they are done in order until a candidate answers.
  struct Step: Sendable {
    enum Kind: UInt8, Sendable {
      /// Tries candidate `number` from `node` on; a negative node means the engine.
      case attempt
      /// Asks candidate `number`, which holds as things stand.
      case answer
      case choice
      case merge
      case ranges
    }

    let kind: Kind
    let number: Int32
    var node: Int32 = -1
    /// In a ``Merge``: the place of the candidate among all.
    var position: Int32 = 0
  }

  /// Steps that are done one after the other, as a range of ``steps``.
  struct Row: Sendable {
    let start: Int32
    let end: Int32

    static let empty = Row(start: 0, end: 0)
  }

  /// Candidates that first compare the same path with constants, or test its truth.
  struct Choice: Sendable {
    let path: NativePaths.ID
    /// What is left to do for each constant; `nil` and `false` are always there.
    let rows: KeyRows.Table
    /// What is left for all other values.
    let other: Row
    /// All candidates, for when the path cannot be read natively.
    let all: Row
  }

  /// Choices by a few paths whose candidates alternate.
  ///
  /// Each candidate belongs to the group of the path that it tests first. Groups
  /// are looked at from the position of their first candidate on, as it is then
  /// that its path is read; the candidates that they leave are tried by position.
  struct Merge: Sendable {
    /// How many paths there may be.
    static let groupLimit = 8

    /// Where its ``Group``s are among those of the plan.
    let start: Int32
    let end: Int32
    /// All candidates by position, for when a path cannot be read natively.
    let all: Row
  }

  /// The candidates of a ``Merge`` that test the same path first.
  struct Group: Sendable {
    let path: NativePaths.ID
    /// The position of its first candidate.
    let first: Int32
    /// As in a ``Choice``.
    let rows: KeyRows.Table
    let other: Row
  }

  /// Candidates that first compare the same path with numbers by their order.
  struct Ranges: Sendable {
    let path: NativePaths.ID
    let search: RangeSearch
    /// All candidates; the search gives positions among them.
    let all: Row
  }

  var steps: [Step] = []
  var choices: [Choice] = []
  var merges: [Merge] = []
  var groups: [Group] = []
  var rows = KeyRows()
  var ranges: [Ranges] = []
  var first = Row.empty
}
