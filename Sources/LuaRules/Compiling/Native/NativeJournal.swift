/// A record of the source lines that native code comes from, for tools that
/// analyse rules.
///
/// Code for evaluations is made without it.
final class NativeJournal {
  /// A line of a function.
  struct Place {
    /// The function's number in ``OutsideValues``.
    let function: Int
    let line: Int
  }

  /// For each node, the place of its test or end.
  private(set) var nodes: [Int: Place] = [:]
  /// The reads of the function under construction, including those of functions
  /// that it calls.
  private(set) var reads: [(path: NativePaths.ID, place: Place)] = []

  /// The comparisons of two constants in the function under construction, as of those that a local
  /// variable may be.
  private(set) var decided: [(test: NativeTest, place: Place)] = []

  /// Starts the record of another function.
  func begin() {
    reads.removeAll(keepingCapacity: true)
    decided.removeAll(keepingCapacity: true)
  }

  func note(node: Int, _ state: NativeState) { nodes[node] = Place(state) }

  func note(decided test: NativeTest, _ state: NativeState) {
    decided.append((test, Place(state)))
  }

  func note(read path: NativePaths.ID, _ state: NativeState) { reads.append((path, Place(state))) }
}

extension NativeJournal.Place {
  fileprivate init(_ state: NativeState) {
    let frame = state.frame
    self.init(
      function: frame.source.number, line: frame.source.function.line(at: frame.position))
  }
}
