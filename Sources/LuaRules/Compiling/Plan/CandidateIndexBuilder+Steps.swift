import LuaBridge

extension CandidateIndexBuilder {
  /// Attempts by the value of one path: the open attempts for each constant,
  /// and for all other values.
  struct Buckets {
    /// An open attempt, with its position among the added ones.
    struct Entry {
      let position: Int32
      let attempt: Attempt
    }

    /// The open attempts for one value, mostly only one.
    struct List {
      private(set) var first: Entry?
      private var rest: [Entry] = []

      var count: Int { first == nil ? 0 : 1 + rest.count }
      /// The attempt, if it is the only one.
      var single: Attempt? { rest.isEmpty ? first?.attempt : nil }
      var entries: [Entry] { first.map { [$0] + rest } ?? [] }

      mutating func append(_ entry: Entry) {
        if first == nil { first = entry } else { rest.append(entry) }
      }
    }

    /// The constants; each has the number of its list.
    private(set) var keys: [NativeKey] = []
    private var numbers = NumberIndex()
    private(set) var lists: [List] = []
    /// The open attempts for values that are true and none of the constants.
    private(set) var other = List()

    /// Creates empty buckets with capacity for a number of constants.
    init(capacity: Int = 0) {
      numbers.reserveCapacity(capacity + 2)
      keys.reserveCapacity(capacity + 2)
      lists.reserveCapacity(capacity + 2)
      add(.nil)
      add(.boolean(false))
    }

    private func number(of key: NativeKey) -> Int? {
      numbers.number(hash: key.hash(seed: LuaTextHash.seed)) { keys[$0] == key }
    }

    /// Adds a constant, which begins with the attempts that are open for other
    /// values.
    private mutating func add(_ key: NativeKey) {
      numbers.add(hash: key.hash(seed: LuaTextHash.seed))
      keys.append(key)
      lists.append(other)
    }

    /// Adds an attempt; returns `false` if there is no room.
    mutating func add(
      _ attempt: Attempt, at position: Int32, by path: NativePaths.ID,
      _ builder: inout CandidateIndexBuilder
    ) -> Bool {
      if let sole = builder.soleConstant(testedAt: attempt.node, of: path) {
        return add(attempt, at: position, for: sole, &builder)
      }
      guard builder.work > 0,
        let mentioned = builder.constants(testedFrom: attempt.node, of: path)
      else { return false }
      // Each constant is followed through all tests.
      builder.work -= (mentioned.count + 3) * (mentioned.count + 3)
      let new = mentioned.filter { number(of: $0) == nil }
      let rest = builder.remainder(of: attempt.node, path, .other)
      let isEverywhere = !builder.isFalse(rest)
      let cost = new.count * other.count + mentioned.count + 3 + (isEverywhere ? lists.count : 0)
      guard cost <= builder.room else { return false }
      builder.room -= cost
      for key in new { add(key) }
      func entry(at node: Int32) -> Entry {
        Entry(position: position, attempt: Attempt(candidate: attempt.candidate, node: node))
      }
      var own: [Int] = []
      for key in mentioned + [.nil, .boolean(false)] {
        guard let number = number(of: key), !own.contains(number) else { continue }
        own.append(number)
        let node = builder.remainder(of: attempt.node, path, .key(key))
        if !builder.isFalse(node) { lists[number].append(entry(at: node)) }
      }
      if isEverywhere {
        for number in lists.indices where !own.contains(number) {
          lists[number].append(entry(at: rest))
        }
        other.append(entry(at: rest))
      }
      return true
    }

    /// Adds an attempt that fails for all values except one.
    private mutating func add(
      _ attempt: Attempt, at position: Int32, for sole: SoleConstant,
      _ builder: inout CandidateIndexBuilder
    ) -> Bool {
      // A known constant needs less room.
      let isEnough = other.count + 4 <= builder.room
      let known = number(of: sole.key)
      guard isEnough || builder.room >= 4 && known != nil else { return false }
      let number = known ?? lists.count
      if known == nil {
        builder.room -= other.count
        add(sole.key)
      }
      builder.room -= 4
      if !builder.isFalse(sole.next) {
        lists[number].append(
          Entry(
            position: position, attempt: Attempt(candidate: attempt.candidate, node: sole.next)))
      }
      return true
    }
  }

  /// Makes a choice of as many attempts as fit, and adds it to the steps.
  ///
  /// - Returns: The number of attempts; `nil` if there are too few.
  mutating func choice(
    of attempts: ArraySlice<Attempt>, by path: NativePaths.ID, _ depth: Int,
    _ steps: inout [CandidateIndex.Step]
  ) -> Int? {
    let free = room
    // The capacity is limited: if few attempts fit, the next choice begins a few attempts
    // later.
    var buckets = Buckets(capacity: min(attempts.count, 64))
    var count = 0
    for attempt in attempts {
      guard buckets.add(attempt, at: Int32(clamping: count), by: path, &self) else { break }
      count += 1
    }
    guard count >= Self.fewest else {
      room = free
      return nil
    }
    let chosen = attempts.prefix(count)
    let all = add(chosen.map { step(for: $0) })
    var rows: [(key: NativeKey, row: CandidateIndex.Row)] = []
    rows.reserveCapacity(buckets.keys.count)
    for (key, list) in zip(buckets.keys, buckets.lists) {
      rows.append((key, row(of: list, depth: depth + 1)))
    }
    let other = row(of: buckets.other, depth: depth + 1)
    index.choices.append(
      CandidateIndex.Choice(
        path: readPath(chosen), rows: index.rows.add(rows), other: other, all: all))
    steps.append(
      CandidateIndex.Step(kind: .choice, number: Int32(clamping: index.choices.count - 1)))
    return count
  }

  /// Makes one merge of choices whose attempts alternate, with as many attempts
  /// as fit.
  ///
  /// - Returns: The number of attempts; `nil` if there are too few.
  mutating func merge(
    of attempts: ArraySlice<Attempt>, _ steps: inout [CandidateIndex.Step]
  ) -> Int? {
    let free = room
    var groups: [(path: NativePaths.ID, buckets: Buckets, members: [Attempt], first: Int32)] = []
    var count = 0
    for attempt in attempts {
      guard case .chooses(let path) = head(of: attempt.node) else { break }
      let position = Int32(clamping: count)
      var number = groups.firstIndex { $0.path == path }
      if number == nil, groups.count < CandidateIndex.Merge.groupLimit {
        number = groups.count
        groups.append((path, Buckets(), [], position))
      }
      guard let number,
        groups[number].buckets.add(attempt, at: position, by: path, &self)
      else { break }
      groups[number].members.append(attempt)
      count += 1
    }
    guard count >= Self.fewestMerged, groups.count * 3 <= count else {
      room = free
      return nil
    }
    // A group whose only attempt found no room is empty, and is never read.
    groups.removeAll { $0.members.isEmpty }
    let all = add(attempts.prefix(count).map { step(for: $0) })
    let start = Int32(clamping: index.groups.count)
    for group in groups {
      let rows = zip(group.buckets.keys, group.buckets.lists).map { key, list in
        (key: key, row: add(list))
      }
      index.groups.append(
        CandidateIndex.Group(
          path: readPath(group.members), first: group.first, rows: index.rows.add(rows),
          other: add(group.buckets.other)))
    }
    let end = Int32(clamping: index.groups.count)
    index.merges.append(CandidateIndex.Merge(start: start, end: end, all: all))
    steps.append(CandidateIndex.Step(kind: .merge, number: Int32(clamping: index.merges.count - 1)))
    return count
  }

  private mutating func row(of list: Buckets.List, depth: Int) -> CandidateIndex.Row {
    if let single = list.single { return row(of: single) }
    return row(of: list.entries.map(\.attempt), depth: depth)
  }

  private mutating func add(_ list: Buckets.List) -> CandidateIndex.Row {
    add(
      list.entries.map { entry in
        var step = step(for: entry.attempt)
        step.position = entry.position
        return step
      })
  }

  /// Makes a search of attempts that first compare a path with numbers.
  mutating func ranges(
    of attempts: ArraySlice<Attempt>, by path: NativePaths.ID, _ depth: Int
  ) -> CandidateIndex.Step {
    var intervals: [RangeSearch.Interval] = []
    var rest: [Attempt] = []
    for attempt in attempts {
      var interval = RangeSearch.Interval()
      var node = attempt.node
      // One bound, and the other one if its test follows at once.
      for _ in 0..<2 {
        guard let comparison = comparison(at: node), comparison.path == path else { break }
        let (lower, upper) = (comparison.interval.lower, comparison.interval.upper)
        guard lower == nil || interval.lower == nil, upper == nil || interval.upper == nil else {
          break
        }
        interval = .init(lower: lower ?? interval.lower, upper: upper ?? interval.upper)
        node = comparison.next
      }
      intervals.append(interval)
      rest.append(Attempt(candidate: attempt.candidate, node: node))
    }
    let all = add(attempts.map { step(for: $0) })
    let search = RangeSearch(intervals)
    let start = Int32(clamping: index.floats.count)
    index.floats += search.floats
    let floats = CandidateIndex.Row(start: start, end: Int32(clamping: index.floats.count))
    let firstSlot = depth < Self.depthLimit ? slots(of: search, rest, depth) : nil
    index.ranges.append(
      CandidateIndex.Ranges(
        path: readPath(attempts), search: search, floats: floats, all: all,
        firstSlot: firstSlot ?? -1))
    return CandidateIndex.Step(kind: .ranges, number: Int32(clamping: index.ranges.count - 1))
  }

  /// In how many slots attempts stand on average, at most, for each slot to have a row: those of intervals that
  /// hardly overlap, which are the rows of a table.
  private static let mostSlotsPerAttempt = 4

  /// Makes the rows of the attempts that are open in each slot of a search; `nil` if they are too many.
  private mutating func slots(
    of search: RangeSearch, _ attempts: [Attempt], _ depth: Int
  ) -> Int32? {
    let count = search.slots.reduce(0) { $0 + $1.count }
    guard count <= min(room, Self.mostSlotsPerAttempt * attempts.count) else { return nil }
    room -= count
    var open = [[Attempt]](repeating: [], count: search.slotCount)
    for (slots, attempt) in zip(search.slots, attempts) {
      for slot in slots { open[slot].append(attempt) }
    }
    let rows = open.map { row(of: $0, depth: depth + 1) }
    let first = Int32(clamping: index.slots.count)
    index.slots += rows
    return first
  }
}
