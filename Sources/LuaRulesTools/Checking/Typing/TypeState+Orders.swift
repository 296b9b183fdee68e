// What tests have told of the order of two values.

extension TypeState {
  /// A comparison of two values by `<` or `<=`.
  struct Order: Hashable {
    let left: TypePlaces.ID
    let right: TypePlaces.ID
    let isStrict: Bool

    /// The same comparison with its sides exchanged.
    fileprivate var opposite: Order { Order(left: right, right: left, isStrict: isStrict) }
    fileprivate var strict: Order { Order(left: left, right: right, isStrict: true) }
    fileprivate var loose: Order { Order(left: left, right: right, isStrict: false) }
  }

  /// Returns the outcome of a comparison that others tell; `nil` if they do not.
  ///
  /// It holds for numbers that are none (NaN), too, of which every comparison is false.
  func outcome(of order: Order) -> Bool? {
    if order.left == order.right { return order.isStrict ? false : nil }
    if orders.isEmpty, equalities.isEmpty { return nil }
    if let known = orders[order] { return known }
    if order.isStrict {
      if orders[order.loose] == false { return false }
      if orders[order.opposite.strict] == true || orders[order.opposite.loose] == true {
        return false
      }
      if orders[order.loose] == true, equalities[Equality(order.left, order.right)] == false {
        return true
      }
    } else {
      if orders[order.strict] == true { return true }
      if orders[order.opposite.strict] == true { return false }
    }
    return nil
  }

  /// Returns whether two values are equal, as other tests tell; `nil` if they do not.
  func areEqual(_ left: TypePlaces.ID, _ right: TypePlaces.ID) -> Bool? {
    equalities[Equality(left, right)] ?? (areOrdered(left, right) ? false : nil)
  }

  mutating func note(_ left: TypePlaces.ID, _ right: TypePlaces.ID, areEqual: Bool) {
    equalities[Equality(left, right)] = areEqual
  }

  /// A comparison of two values by `==`.
  struct Equality: Hashable {
    let first: TypePlaces.ID
    let second: TypePlaces.ID

    init(_ left: TypePlaces.ID, _ right: TypePlaces.ID) {
      (first, second) = (min(left, right), max(left, right))
    }
  }

  /// Whether two values are known to be different.
  func areOrdered(_ left: TypePlaces.ID, _ right: TypePlaces.ID) -> Bool {
    let order = Order(left: left, right: right, isStrict: true)
    return [order, order.opposite].contains { orders[$0] == true || orders[$0.loose] == false }
  }

  /// Notes that two values are equal, and no NaN.
  mutating func noteEqual(_ left: TypePlaces.ID, _ right: TypePlaces.ID) {
    let order = Order(left: left, right: right, isStrict: true)
    for order in [order, order.opposite] {
      orders[order] = false
      orders[order.loose] = true
    }
  }

  /// Notes that a comparison does not hold, of two values that are no NaN.
  mutating func noteOpposite(of order: Order) {
    orders[Order(left: order.right, right: order.left, isStrict: !order.isStrict)] = true
  }

  /// Keeps what is known on another way, too; returns whether that is less.
  mutating func joinOrders(_ other: TypeState) -> Bool {
    guard !orders.isEmpty || !equalities.isEmpty else { return false }
    let count = orders.count + equalities.count
    orders = orders.filter { other.orders[$0.key] == $0.value }
    equalities = equalities.filter { other.equalities[$0.key] == $0.value }
    return orders.count + equalities.count < count
  }

  /// Forgets what is known of a root, and of what is read from it.
  mutating func renewInOrders(_ root: TypePlaces.ID, in places: TypePlaces) {
    forgetOrders { places[$0].root == root }
  }

  /// Forgets how some places compare with others.
  mutating func forgetOrders(_ isForgotten: (TypePlaces.ID) -> Bool) {
    if !orders.isEmpty {
      orders = orders.filter { !isForgotten($0.key.left) && !isForgotten($0.key.right) }
    }
    if !equalities.isEmpty {
      equalities = equalities.filter { !isForgotten($0.key.first) && !isForgotten($0.key.second) }
    }
  }
}
