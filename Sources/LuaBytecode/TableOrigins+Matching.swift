import LuaBridge

extension TableOrigins {
  /// Finds the places that made the elements of a list.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - list: The number of the list in the main function, if it is known.
  ///   - comparison: Compares them.
  /// - Returns: For each element, its place; `nil` if it is not a table, or if several places may have
  ///   made it.
  package func origins(
    of elements: [LuaNode], inList list: Int32?, _ comparison: inout TableComparison
  ) -> [TableOrigin?] {
    var matching = Matching(self, count: elements.count, list: list)
    var groups: [[UInt8]?: [Int]] = [:]
    var keys: [[UInt8]?] = []
    for (index, element) in elements.enumerated() {
      guard case .table(let table) = element else { continue }
      let key = table["key"]?.bytes
      if groups[key] == nil { keys.append(key) }
      groups[key, default: []].append(index)
    }
    for key in keys {
      matching.match(groups[key] ?? [], of: elements, key, &comparison)
    }
    if comparison.steps <= 0 { return Array(repeating: nil, count: elements.count) }
    matching.finish()
    return matching.found.map { $0.map { all[$0] } }
  }
}

/// The matching of the elements of a list with the places that made them.
private struct Matching {
  private let origins: TableOrigins
  private let list: Int32?
  /// For each element, the index of its place.
  private(set) var found: [Int?]
  /// For each element that was compared, the places that may have made it.
  private var candidates: [Int: Candidates] = [:]
  /// Elements and as many places that run once, which nothing but their order
  /// tells apart.
  private var alike: [(elements: [Int], places: [Int])] = []

  /// Up to this number of pairs, all are compared before the order counts.
  private static let fewPairs = 256

  init(_ origins: TableOrigins, count: Int, list: Int32?) {
    self.origins = origins
    self.list = list
    found = Array(repeating: nil, count: count)
  }

  /// The places that may have made an element.
  private struct Candidates {
    var exact: Set<Int> = []
    /// The places to which a helper function must have added fields.
    var inexact: Set<Int> = []
  }

  mutating func match(
    _ elements: [Int], of nodes: [LuaNode], _ key: [UInt8]?, _ comparison: inout TableComparison
  ) {
    guard comparison.steps > 0 else { return }
    let places = origins.candidates(forKey: key)
    comparison.steps -= places.count
    if elements.count * places.count > Self.fewPairs,
      agreeInOrder(elements, places, of: nodes, &comparison)
    {
      return
    }
    for element in elements {
      guard comparison.steps > 0, case .table(let table) = nodes[element] else { return }
      candidates[element] = candidates(for: table, among: places, &comparison)
    }
  }

  /// Matches a long list whose elements were all added one after the other.
  private mutating func agreeInOrder(
    _ elements: [Int], _ places: [Int], of nodes: [LuaNode], _ comparison: inout TableComparison
  ) -> Bool {
    let given = places.filter { isPreferred($0) }.sorted { position($0) < position($1) }
    guard given.count == elements.count else { return false }
    for (element, place) in zip(elements, given) {
      guard case .table(let table) = nodes[element],
        comparison.fit(table, origins.all[place])?.isExact == true
      else { return false }
    }
    alike.append((elements, given))
    return true
  }

  private func candidates(
    for table: LuaNodeTable, among places: [Int], _ comparison: inout TableComparison
  ) -> Candidates {
    var candidates = Candidates()
    for place in places {
      let origin = origins.all[place]
      guard comparison.steps > 0, let fit = comparison.fit(table, origin) else { continue }
      if fit.isExact, isCredible(origin, fit) {
        candidates.exact.insert(place)
      } else if origin.hasKnownKey {
        candidates.inexact.insert(place)
      }
    }
    removeHelpers(from: &candidates.exact)
    removeHelpers(from: &candidates.inexact)
    return candidates
  }

  /// Whether a place is unlikely to fit by chance: a module may have made the
  /// table, too.
  private func isCredible(_ origin: TableOrigin, _ fit: TableFit) -> Bool {
    fit.agreements > 0 || !origins.usesModules || origin.isElement(ofList: list)
  }

  /// Removes the table constructors in functions of which a call with the
  /// element's key is a candidate.
  private func removeHelpers(from places: inout Set<Int>) {
    guard places.count > 1 else { return }
    let called = Set(
      places.lazy.map { origins.all[$0] }.filter { $0.call != nil && $0.hasKnownKey }
        .map(\.constructor))
    guard !called.isEmpty else { return }
    places = places.filter {
      origins.all[$0].call != nil || !called.contains(origins.all[$0].constructor)
    }
  }

  private func isPreferred(_ place: Int) -> Bool {
    origins.all[place].runsOnce && origins.all[place].isGiven(toList: list)
  }

  private func position(_ place: Int) -> Int32 { origins.all[place].position }

  // MARK: Choosing

  /// Chooses the place of each element, after all elements were compared.
  mutating func finish() {
    settle()
    choose()
    chooseByOrder()
  }

  /// Gives each element with one place that runs once this place, and takes it
  /// from the other elements.
  private mutating func settle() {
    var elements: [Int: [Int]] = [:]
    var waiting: [Int] = []
    for (element, candidate) in candidates {
      for place in candidate.exact where origins.all[place].runsOnce {
        elements[place, default: []].append(element)
        if candidate.exact.count == 1 { waiting.append(place) }
      }
    }
    var settled: Set<Int> = []
    while let place = waiting.popLast() {
      guard settled.insert(place).inserted, let all = elements[place] else { continue }
      let certain = all.filter { candidates[$0]?.exact == [place] }
      guard certain.count == 1 else { continue }
      found[certain[0]] = place
      candidates[certain[0]] = nil
      for element in all where element != certain[0] {
        candidates[element]?.exact.remove(place)
        guard let rest = candidates[element]?.exact, rest.count == 1, let last = rest.first,
          origins.all[last].runsOnce
        else { continue }
        waiting.append(last)
      }
    }
  }

  private mutating func choose() {
    var exactCounts: [Int: Int] = [:]
    var inexactCounts: [Int: Int] = [:]
    for place in found.compactMap(\.self) { exactCounts[place, default: 0] += 1 }
    for candidate in candidates.values {
      for place in candidate.exact { exactCounts[place, default: 0] += 1 }
      guard candidate.exact.isEmpty else { continue }
      for place in candidate.inexact { inexactCounts[place, default: 0] += 1 }
    }
    var classes: [[Int]: [Int]] = [:]
    for element in candidates.keys.sorted() {
      guard let candidate = candidates[element] else { continue }
      let preferred = candidate.exact.filter { isPreferred($0) }
      if !preferred.isEmpty {
        classes[preferred.sorted { position($0) < position($1) }, default: []].append(element)
      } else if let only = only(candidate.exact, exactCounts) {
        found[element] = only
      } else if candidate.exact.isEmpty, let only = only(candidate.inexact, inexactCounts),
        exactCounts[only] == nil
      {
        found[element] = only
      }
    }
    for (places, members) in classes {
      guard places.count == members.count,
        places.allSatisfy({ exactCounts[$0] == members.count })
      else { continue }
      if places.count == 1 {
        found[members[0]] = places[0]
      } else {
        alike.append((members, places))
      }
    }
  }

  /// Returns the one place that may have made an element.
  private func only(_ places: Set<Int>, _ counts: [Int: Int]) -> Int? {
    guard let first = places.first else { return nil }
    if places.count == 1 {
      return origins.all[first].runsOnce && counts[first] != 1 ? nil : first
    }
    // Several calls of a function that contains the table constructor.
    let constructor = origins.all[first].constructor
    return places.allSatisfy { origins.all[$0].constructor == constructor }
      ? origins.place(of: constructor) : nil
  }

  /// Matches what only the order tells apart, unless the list is in another
  /// order than the code.
  private mutating func chooseByOrder() {
    let known = found.compactMap { $0 }.filter { origins.all[$0].runsOnce }.map(position)
    let isInOrder = zip(known, known.dropFirst()).allSatisfy { $0 <= $1 }
    guard isInOrder, !origins.changesOrder || known.count > 1 else { return }
    for (elements, places) in alike {
      for (element, place) in zip(elements, places) { found[element] = place }
    }
  }
}

extension LuaNode {
  /// The bytes of a string; `nil` for another value.
  fileprivate var bytes: [UInt8]? {
    switch self {
    case .scalar(.string(let text)): Array(text.utf8)
    case .scalar(.bytes(let bytes)): bytes
    default: nil
    }
  }
}
