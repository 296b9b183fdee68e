/// The positions of the boxes of a drawing, in columns from left to right, so
/// that arrows lead right.
///
/// A box is one column to the right of the last box that leads to it. In a
/// circle one arrow leads back.
///
/// - Complexity: O((*n* + *e*) log *n*) for *n* boxes and *e* arrows.
struct LayeredLayout {
  /// An arrow, by the numbers of its boxes.
  struct Edge {
    let from: Int
    let to: Int
  }

  /// The column of each box.
  private(set) var columns: [Int]
  /// The boxes of each column, from top to bottom.
  private(set) var boxes: [[Int]] = []

  /// The vertical position of each box in its column, from 0 to 1.
  private var heights: [Double]
  private let successors: [[Int]]
  private let predecessors: [[Int]]

  init(count: Int, _ edges: [Edge]) {
    var successors = Array(repeating: [Int](), count: count)
    var predecessors = successors
    for edge in edges where edge.from != edge.to {
      successors[edge.from].append(edge.to)
      predecessors[edge.to].append(edge.from)
    }
    self.successors = successors
    self.predecessors = predecessors
    columns = Array(repeating: 0, count: count)
    heights = Array(repeating: 0, count: count)
    placeInColumns()
    // A few rounds are enough.
    for _ in 0..<4 {
      for column in boxes.indices.dropFirst() { sort(column, by: predecessors) }
      for column in boxes.indices.dropLast().reversed() { sort(column, by: successors) }
    }
  }

  private mutating func placeInColumns() {
    var waitingFor = predecessors.map(\.count)
    var isPlaced = Array(repeating: false, count: columns.count)
    var ready = columns.indices.filter { waitingFor[$0] == 0 }
    var first = 0
    while true {
      guard let box = ready.popLast() else {
        // All remaining boxes wait in circles; the first one is placed to continue.
        while first < columns.count, isPlaced[first] { first += 1 }
        guard first < columns.count else { break }
        ready.append(first)
        continue
      }
      guard !isPlaced[box] else { continue }
      isPlaced[box] = true
      for next in successors[box] where !isPlaced[next] {
        columns[next] = max(columns[next], columns[box] + 1)
        waitingFor[next] -= 1
        if waitingFor[next] == 0 { ready.append(next) }
      }
    }
    boxes = Array(repeating: [], count: (columns.max() ?? -1) + 1)
    for (box, column) in columns.enumerated() { boxes[column].append(box) }
    for column in boxes.indices { noteHeights(of: column) }
  }

  /// Sorts a column by the average position of its boxes' neighbours.
  private mutating func sort(_ column: Int, by neighbours: [[Int]]) {
    let keyed = boxes[column].enumerated().map { index, box in
      let own = neighbours[box]
      let sum = own.reduce(0) { $0 + heights[$1] }
      let wanted = own.isEmpty ? heights[box] : sum / Double(own.count)
      return (wanted, index, box)
    }
    boxes[column] = keyed.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    noteHeights(of: column)
  }

  private mutating func noteHeights(of column: Int) {
    let count = Double(boxes[column].count)
    for (index, box) in boxes[column].enumerated() { heights[box] = Double(index) / count }
  }
}
