/// A memo of values for functions, by the functions' numbers.
///
/// The functions of a file have consecutive numbers, so most lookups need no hashing.
package struct FunctionMemo<Value> {
  /// The size of a page; a power of two.
  private static var pageSize: Int { 64 }

  private var values: [Value] = []
  /// For each page, the position of each number's value plus 1; 0 if there is
  /// no value.
  private var places: [Int32] = []
  /// The starts of the pages, by page number.
  private var pageStarts: [Int: Int] = [:]
  private var lastPage = -1
  private var lastStart = 0

  package init() {}

  /// Returns the value of a function.
  package mutating func value(of number: Int) -> Value? {
    let place = places[position(of: number)]
    return place > 0 ? values[Int(place) - 1] : nil
  }

  /// Adds the value of a function that has none yet.
  package mutating func add(_ value: Value, of number: Int) {
    values.append(value)
    places[position(of: number)] = Int32(clamping: values.count)
  }

  private mutating func position(of number: Int) -> Int {
    let page = number / Self.pageSize
    if page != lastPage {
      lastStart = pageStarts.value(of: page, orNew: places.count)
      lastPage = page
      if lastStart == places.count { places += repeatElement(0, count: Self.pageSize) }
    }
    return lastStart + number % Self.pageSize
  }
}
