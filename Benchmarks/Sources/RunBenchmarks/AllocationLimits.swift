import Foundation

/// The blocks of memory that one evaluation of each case may ask for.
///
/// Counts repeat on any machine where times do not: so a test can compare them.
struct AllocationLimits {
  private var limits: [String: Double]

  /// Reads a JSON object with the most blocks of each case by its name.
  init(contentsOf file: String) throws {
    limits = try JSONDecoder().decode(
      [String: Double].self, from: Data(contentsOf: URL(fileURLWithPath: file)))
  }

  /// A sentence for each case that asks for more than it may, and for each that has no limit.
  func problems(in measurements: [Measurement]) -> [String] {
    measurements.compactMap { measurement in
      guard let counted = measurement.allocations else { return nil }
      let name = measurement.name
      guard let limit = limits[name] else {
        return "\(name) asks for \(text(counted)) blocks of memory, and has no limit"
      }
      // The thousand calls that are counted share what the first of them makes.
      guard counted > limit + 0.05 else { return nil }
      return "\(name) asks for \(text(counted)) blocks of memory, and may for \(text(limit))"
    }
  }

  private func text(_ count: Double) -> String {
    String(format: "%.1f", count)
  }
}
