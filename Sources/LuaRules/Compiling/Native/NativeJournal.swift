/// Notes where in the text the parts of native code come from, for those who look into rules.
///
/// Code that is only run needs no such notes, and is made without them.
final class NativeJournal {
  /// A line of a function.
  struct Place {
    /// The number by which ``OutsideValues`` knows the function.
    let function: Int
    let line: Int
  }

  /// Where the test or the end stands that a node was made of.
  private(set) var nodes: [Int: Place] = [:]
  /// What the function that is being built reads, also in functions that it calls.
  private(set) var reads: [(path: NativePaths.ID, place: Place)] = []

  /// Begins with another function.
  func begin() { reads.removeAll(keepingCapacity: true) }

  func note(node: Int, _ state: NativeState) { nodes[node] = Place(state) }

  func note(read path: NativePaths.ID, _ state: NativeState) { reads.append((path, Place(state))) }
}

extension NativeJournal.Place {
  fileprivate init(_ state: NativeState) {
    let frame = state.frame
    self.init(
      function: frame.source.number, line: frame.source.function.line(at: frame.position))
  }
}
