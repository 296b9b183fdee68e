/// A record of the source lines that native code comes from, for tools that
/// analyze rules.
///
/// Code for evaluations is made without it.
package final class DecisionJournal {
  /// A line of a function.
  package struct Place {
    /// The function's number in ``CapturedValues``.
    package let function: Int
    package let line: Int
  }

  /// The places of tests and ends, by their nodes.
  private var nodes: [Place?] = []
  /// The reads of the function under construction, including those of functions
  /// that it calls.
  package private(set) var reads: [(path: NativePaths.ID, place: Place)] = []

  /// The comparisons of two constants in the function under construction, as of those that a local
  /// variable may be.
  package private(set) var decided: [(test: DecisionTest, place: Place)] = []

  package init() {}

  /// Starts the record of another function.
  func begin() {
    reads.removeAll(keepingCapacity: true)
    decided.removeAll(keepingCapacity: true)
  }

  func note(node: Int, _ state: NativeState) {
    if node >= nodes.count { nodes += repeatElement(nil, count: node + 1 - nodes.count) }
    nodes[node] = Place(state)
  }

  /// Returns the place of the test or end in a node.
  package func place(ofNode node: Int32) -> Place? {
    nodes.indices.contains(Int(node)) ? nodes[Int(node)] : nil
  }

  func note(decided test: DecisionTest, _ state: NativeState) {
    decided.append((test, Place(state)))
  }

  func note(read path: NativePaths.ID, _ state: NativeState) { reads.append((path, Place(state))) }
}

extension DecisionJournal.Place {
  fileprivate init(_ state: NativeState) {
    let frame = state.frame
    self.init(
      function: frame.source.number, line: frame.source.function.line(at: frame.position))
  }
}
