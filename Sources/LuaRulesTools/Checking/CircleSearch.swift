import LuaBridge
import LuaRules

/// The search for groups of keys in which each key leads to all others.
enum CircleSearch {
  /// Returns the groups that contain a circle, with keys in byte order.
  ///
  /// - Complexity: O(*n* + *e*) for *n* keys and *e* reads.
  static func components(of graph: [ByteName: [ByteName]]) -> [[String]] {
    var search = Search(graph: graph)
    for name in graph.keys.sortedByBytes() where search.numbers[name] == nil {
      search.visit(ByteName(name))
    }
    return search.components.map { $0.sortedByBytes() }
      .sorted { $0[0].precedesInBytes($1[0]) }
  }

  /// Tarjan's algorithm without recursion, because chains of keys may be long.
  private struct Search {
    let graph: [ByteName: [ByteName]]
    var numbers: [ByteName: Int] = [:]
    private var lows: [ByteName: Int] = [:]
    private var stack: [ByteName] = []
    private var isOnStack: Set<ByteName> = []
    var components: [[ByteName]] = []

    init(graph: [ByteName: [ByteName]]) { self.graph = graph }

    mutating func visit(_ start: ByteName) {
      var pending: [(key: ByteName, next: Int)] = []
      func enter(_ key: ByteName, _ search: inout Search) {
        search.numbers[key] = search.numbers.count
        search.lows[key] = search.numbers[key]
        search.stack.append(key)
        search.isOnStack.insert(key)
        pending.append((key, 0))
      }
      enter(start, &self)
      while let (key, next) = pending.last {
        let targets = graph[key] ?? []
        if next < targets.count {
          pending[pending.count - 1].next += 1
          let target = targets[next]
          if numbers[target] == nil {
            enter(target, &self)
          } else if isOnStack.contains(target) {
            lower(key, to: numbers[target])
          }
          continue
        }
        pending.removeLast()
        if let outer = pending.last?.key { lower(outer, to: lows[key]) }
        if lows[key] == numbers[key] { close(key, targets) }
      }
    }

    private mutating func lower(_ key: ByteName, to number: Int?) {
      if let number, number < lows[key] ?? .max { lows[key] = number }
    }

    private mutating func close(_ key: ByteName, _ targets: [ByteName]) {
      var component: [ByteName] = []
      while let last = stack.popLast() {
        isOnStack.remove(last)
        component.append(last)
        if last == key { break }
      }
      if component.count > 1 || targets.contains(key) { components.append(component) }
    }
  }
}
