import Foundation

/// Prints what a store saw.
struct FleetReport {
  private let store: SimulatedStore
  private let bundleSize: Int

  init(_ store: SimulatedStore, bundleSize: Int) {
    self.store = store
    self.bundleSize = bundleSize
  }

  func title(instances: Int, interval: Double, jitter: Double, start: Double) {
    print(
      "\(instances) instances, an interval of \(interval) s, jitter \(jitter), started within"
        + " \(start) s, a bundle of \(bundleSize) bytes\n")
    row("", "requests/s, mean", "most", "bundles/s, mean", "most")
  }

  /// Prints the load between two times, in seconds since the start.
  func load(_ name: String, _ begin: Double, _ end: Double) {
    let load = store.load
    let seconds = Int(begin)..<max(Int(begin) + 1, Int(end))
    let requests = seconds.map { load.requests.indices.contains($0) ? load.requests[$0] : 0 }
    let bundles = seconds.map { load.bundles.indices.contains($0) ? load.bundles[$0] : 0 }
    func mean(_ list: [Int]) -> String { String(list.reduce(0, +) / list.count) }
    row(
      name, mean(requests), String(requests.max() ?? 0), mean(bundles), String(bundles.max() ?? 0)
    )
  }

  /// Prints when the present bundle reached how many instances.
  func arrivals(after time: Double, of count: Int) {
    let arrivals = store.arrivals.map { $0 - time }.sorted()
    let parts = [50, 90, 99, 100].map { percent in
      let needed = (count * percent + 99) / 100
      return needed <= arrivals.count
        ? String(format: "%d %% after %.1f s", percent, arrivals[needed - 1])
        : "\(percent) % not reached"
    }
    print("  it reached " + parts.joined(separator: ", "))
  }

  private func row(_ name: String, _ columns: String...) {
    let widths = [18, 10, 17, 10]
    let cells = zip(columns, widths).map {
      String(repeating: " ", count: max(1, $1 - $0.count)) + $0
    }
    print(name.padding(toLength: 32, withPad: " ", startingAt: 0) + cells.joined())
  }
}
