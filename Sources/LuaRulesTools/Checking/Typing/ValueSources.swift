/// The declared values that a value was calculated from.
struct ValueSources: Hashable {
  /// A declared value.
  struct Source: Hashable {
    let place: TypePlaces.ID
    /// Its type, without what tests have told.
    let type: LuaType
  }

  /// The values, in the order of their places.
  private(set) var values: [Source] = []
  /// Whether tests have told something of the values, or of what was calculated, that takes part.
  var isNarrowed = false
  /// Whether the calculation may leave the range of integers.
  var mayOverflow = false

  /// How many values are kept.
  private static let most = 8

  mutating func add(_ source: Source) {
    guard !values.contains(where: { $0.place == source.place }) else { return }
    let index = values.firstIndex { $0.place > source.place } ?? values.endIndex
    values.insert(source, at: index)
    if values.count > Self.most { values.removeLast() }
  }

  mutating func add(_ others: ValueSources?) {
    guard let others else { return }
    for source in others.values { add(source) }
    if others.isNarrowed { isNarrowed = true }
    if others.mayOverflow { mayOverflow = true }
  }
}

extension TypeState {
  /// Returns what a value was calculated from: itself, if it was read from a place.
  func sources(of value: Value) -> ValueSources? {
    var sources = value.sources ?? ValueSources()
    if value.place != 0 {
      if value.sources == nil { sources.add(.init(place: value.place, type: value.type)) }
      if type(of: value).without(.nothing) != value.type.without(.nothing) {
        sources.isNarrowed = true
      }
    }
    return sources.values.isEmpty && !sources.isNarrowed ? nil : sources
  }

  /// Returns what one of two values was calculated from, where ways meet.
  func joinedSources(of mine: Value, _ theirs: Value, in other: TypeState) -> ValueSources? {
    if mine.sources == nil, theirs.sources == nil, mine.place == theirs.place { return nil }
    guard var joined = sources(of: mine) else { return other.sources(of: theirs) }
    joined.add(other.sources(of: theirs))
    return joined
  }
}
