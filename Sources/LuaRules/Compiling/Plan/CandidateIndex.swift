/// An index of a key's candidates, so that an evaluation does not try all of
/// them.
///
/// Candidates that begin with a test of the same path become a ``Choice`` (by
/// equality and truth) or ``Ranges`` (by order): the path is read once, and
/// only the candidates that the value leaves open are evaluated. A candidate
/// may be skipped because its predicate would have read that path first, which
/// has been read already, and would then have been false without an error. If
/// the read is undecided, no candidate is skipped. If such tests of a few paths
/// alternate, they become a ``Merge``.
struct CandidateIndex: Sendable {
  /// A candidate, as the input of an index.
  struct Candidate: Sendable {
    /// The entry of its predicate's native code; `nil` if only the engine can
    /// decide the predicate.
    var entry: Int32?
    /// Whether its value can be `nil`, so that the next candidate is evaluated.
    var canDecline: Bool
  }

  /// A step of an index; steps are executed in order until a candidate answers.
  struct Step: Sendable {
    enum Kind: UInt8, Sendable {
      /// Evaluates candidate `number` from `node` on; a negative node means the
      /// engine.
      case attempt
      /// Answers with candidate `number`, whose predicate is known to hold.
      case answer
      case choice
      case merge
      case ranges
    }

    let kind: Kind
    let number: Int32
    var node: Int32 = -1
    /// In a ``Merge``: the position of the candidate among all.
    var position: Int32 = 0
  }

  /// Steps that are executed one after the other, as a range of ``steps``.
  struct Row: Sendable {
    let start: Int32
    let end: Int32

    static let empty = Row(start: 0, end: 0)
  }

  /// Candidates that first compare the same path with constants, or test its truth.
  struct Choice: Sendable {
    let path: NativePaths.ID
    /// The remaining steps for each constant; `nil` and `false` are always
    /// included.
    let rows: KeyRows.Table
    /// The remaining steps for all other values.
    let other: Row
    /// All candidates, used if the path cannot be read natively.
    let all: Row
  }

  /// Choices by a few paths whose candidates alternate.
  ///
  /// Each candidate belongs to the group of the path that it tests first. A
  /// group begins at the position of its first candidate, because its path is
  /// read only then. The candidates that the groups leave open are evaluated by
  /// position.
  struct Merge: Sendable {
    /// The maximum number of paths.
    static let groupLimit = 8

    /// The range of its ``Group``s in ``groups``.
    let start: Int32
    let end: Int32
    /// All candidates by position, used if a path cannot be read natively.
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

  /// Candidates that first compare the same path with numbers by order.
  struct Ranges: Sendable {
    let path: NativePaths.ID
    let search: RangeSearch
    /// The bounds of the search, from one position in ``floats`` to another; none if some are not exact there.
    let floats: Row
    /// All candidates; the search returns positions among them.
    let all: Row
    /// The remaining steps for each slot of the search, from the row at this number on; negative if too many
    /// candidates stand in several slots.
    let firstSlot: Int32
  }

  var steps: [Step] = []
  var choices: [Choice] = []
  var merges: [Merge] = []
  var groups: [Group] = []
  var rows = KeyRows()
  var ranges: [Ranges] = []
  /// The bounds of all ranges: a lookup copies no array, so it retains no storage that threads share.
  var floats: [Double] = []
  /// The rows of all slots.
  var slots: [Row] = []
  var first = Row.empty
}
