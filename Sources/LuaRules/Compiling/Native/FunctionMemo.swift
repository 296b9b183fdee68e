/// Values that were found for functions, by the functions' numbers.
///
/// The functions of a file have numbers that follow one another, so that most are found without
/// hashing.
struct FunctionMemo<Value> {
  /// How many numbers a page has; a power of two.
  private static var pageSize: Int { 64 }

  private var values: [Value] = []
  /// Page by page: 1 more than the place of a number's value; 0 for none.
  private var places: [Int32] = []
  /// Where the pages begin, by their numbers.
  private var pageStarts: [Int: Int] = [:]
  private var lastPage = -1
  private var lastStart = 0

  /// The value of a function.
  mutating func value(of number: Int) -> Value? {
    let place = places[position(of: number)]
    return place > 0 ? values[Int(place) - 1] : nil
  }

  /// Keeps the value of a function, which has none yet.
  mutating func add(_ value: Value, of number: Int) {
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
