/// How much a task matters.
public enum Priority: String, Sendable { case low, normal, high }

/// A color for a row of a list.
public enum Color: String, Sendable { case gray, red, black }

/// Where a task is done.
public struct Place: Sendable {
  /// The city.
  public var city: String
  /// The floor of the house.
  public var floor: Int

  /// Creates a place.
  public init(city: String, floor: Int) {
    self.city = city
    self.floor = floor
  }
}

/// Who asks: a plain struct as well.
public struct Person: Sendable {
  /// What the person is called.
  public var name: String
  /// Whether the person may do everything.
  public var isAdmin: Bool

  /// Creates a person.
  public init(name: String, isAdmin: Bool) {
    self.name = name
    self.isAdmin = isAdmin
  }
}

/// What rules look into: a plain struct, of which the engine is told nothing.
public struct Task: Sendable {
  /// What is to be done.
  public var title: String
  /// How much it matters.
  public var priority: Priority
  /// A place in a list.
  public var rank: Int
  /// Words to find it by.
  public var tags: [String]
  /// Where it is done.
  public var place: Place

  /// Creates a task.
  public init(title: String, priority: Priority, rank: Int, tags: [String], place: Place) {
    self.title = title
    self.priority = priority
    self.rank = rank
    self.tags = tags
    self.place = place
  }

  /// A task that most questions are about.
  public static func beer(_ priority: Priority = .low) -> Task {
    Task(
      title: "Buy beer", priority: priority, rank: 7,
      tags: ["drink", "food", "party", "weekend"], place: Place(city: "Rome", floor: 2))
  }
}
