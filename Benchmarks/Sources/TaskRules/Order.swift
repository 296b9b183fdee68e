import Foundation

/// One line of an order: a plain struct.
public struct Line: Sendable {
  /// What is ordered.
  public var article: String
  /// What one of it costs.
  public var price: Double
  /// How many.
  public var count: Int

  /// Creates a line.
  public init(article: String, price: Double, count: Int) {
    self.article = article
    self.price = price
    self.count = count
  }
}

/// What is ordered: a plain struct with a list of plain structs.
public struct Order: Sendable {
  /// What is ordered.
  public var lines: [Line]
  /// When it was ordered.
  public var placed: Date

  /// Creates an order.
  public init(lines: [Line], placed: Date) {
    self.lines = lines
    self.placed = placed
  }

  /// An order with five lines, which cost 35 together.
  public static var drinks: Order {
    Order(
      lines: (0..<5).map { Line(article: "beer \($0)", price: 3.5, count: $0) },
      placed: Date(timeIntervalSince1970: 1_700_000_000))
  }
}
