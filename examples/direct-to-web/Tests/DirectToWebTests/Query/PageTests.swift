import Testing

@testable import DirectToWeb

@Suite struct PageTests {
  @Test(arguments: PageFixture.tables, 0..<25 as Range<UInt64>)
  func `pages joined are the whole list, in both directions`(table: PageFixture.Table, seed: UInt64)
    async throws
  {
    var setup = try await PageFixture(table, seed: seed)
    try await setup.insert(0..<60)
    let expected = try setup.plainNumbers()
    #expect(expected.count == 60)
    let size = Int.random(in: 1...9, using: &setup.generator)
    let query = setup.query
    let (forwards, backwards) = try await setup.file.read { connection in
      var forwards: [Page] = [try query.page(.first, size: size, on: connection)]
      while let next = forwards.last?.next, forwards.count < 100 {
        forwards.append(try query.page(.after(next), size: size, on: connection))
      }
      var backwards: [Page] = [try query.page(.last, size: size, on: connection)]
      while let previous = backwards.last?.previous, backwards.count < 100 {
        backwards.append(try query.page(.before(previous), size: size, on: connection))
      }
      // Back from each page is the page before.
      for (before, page) in zip(forwards, forwards.dropFirst()) {
        let previous = try #require(page.previous)
        let again = try query.page(.before(previous), size: size, on: connection)
        #expect(again.rows == before.rows)
      }
      return (forwards, backwards)
    }
    #expect(forwards.flatMap(PageFixture.numbers) == expected, "\(setup.plain)")
    #expect(backwards.reversed().flatMap(PageFixture.numbers) == expected, "\(setup.plain)")
    #expect(forwards.first?.previous == nil && backwards.first?.next == nil)
  }

  @Test(arguments: PageFixture.tables, 100..<112 as Range<UInt64>)
  func `no row is shown twice or lost while others write`(table: PageFixture.Table, seed: UInt64)
    async throws
  {
    var setup = try await PageFixture(table, seed: seed)
    try await setup.insert(0..<40)
    for isBackwards in [false, true] {
      let stable = try setup.plainNumbers().filter { $0 < 30 }
      var seen: [Int] = []
      var position: Page.Position? = isBackwards ? .last : .first
      var next = isBackwards ? 2000 : 1000
      let query = setup.query
      while let place = position, seen.count < 1000 {
        let page = try await setup.file.read { try query.page(place, size: 4, on: $0) }
        let numbers = PageFixture.numbers(page)
        seen += isBackwards ? numbers.reversed() : numbers
        position = isBackwards ? page.previous.map { .before($0) } : page.next.map { .after($0) }
        // At most two for each four that are shown, so it ends.
        try await setup.insert(next..<next + 2)
        let gone = Int.random(in: 30..<next, using: &setup.generator)
        try setup.database.run("DELETE FROM t WHERE u = ?", [gone])
        next += 2
      }
      #expect(Set(seen).count == seen.count)
      #expect(seen.filter { $0 < 30 } == (isBackwards ? stable.reversed() : stable))
    }
  }

  @Test func `rows of views go by number, and say so`() async throws {
    let database = try TemporaryDatabase.shop()
    try database.run(
      "CREATE VIEW v AS SELECT value AS n FROM generate_series(1, 10)".replacing(
        "generate_series(1, 10)", with: "json_each('[1,2,3,4,5,6,7,8,9,10]')"))
    let file = try database.open()
    let model = Model(try await file.read(Schema.init))
    let view = try model.entity(named: "v")
    let n = AttributePath(try #require(view.attribute("n")))
    let query = try ListQuery(view, columns: [n], sort: [SortTerm(n, isDescending: true)])
    #expect(!query.pagesByKey)
    let pages = try await file.read { connection in
      let first = try query.page(.first, size: 4, on: connection)
      let second = try query.page(.after(try #require(first.next)), size: 4, on: connection)
      let third = try query.page(.after(try #require(second.next)), size: 4, on: connection)
      let again = try query.page(.before(try #require(second.previous)), size: 4, on: connection)
      let last = try query.page(.last, size: 4, on: connection)
      let few = try query.page(
        .before(try #require(Cursor(token: "o2"))), size: 4, on: connection)
      return [first, second, third, again, last, few]
    }
    #expect(
      pages.map { $0.rows.map(\.values) } == [
        [[10], [9], [8], [7]], [[6], [5], [4], [3]], [[2], [1]], [[10], [9], [8], [7]],
        [[4], [3], [2], [1]], [[10], [9]],
      ])
    #expect(pages.map { $0.previous == nil } == [true, false, false, true, false, true])
    #expect(pages.map { $0.next == nil } == [false, false, true, false, true, false])
    #expect(pages.allSatisfy { $0.rows.allSatisfy { $0.key == nil } })
  }

  @Test func `a cursor of another list is refused`() async throws {
    let database = try TemporaryDatabase.shop()
    let file = try database.open()
    let model = Model(try await file.read(Schema.init))
    let query = try ListQuery(try model.entity(named: "customer"), columns: [])
    let view = try ListQuery(try model.entity(named: "customer_names"), columns: [])
    for (query, token) in [(query, "o5"), (query, "1,2"), (view, "1")] {
      let cursor = try #require(Cursor(token: token))
      await #expect(
        throwsCode(.invalidQuery) {
          _ = try await file.read { try query.page(.after(cursor), size: 5, on: $0) }
        })
    }
    // Values that are no row's are a place all the same.
    let odd = try #require(Cursor(token: "t~27~3B~20DROP"))
    #expect(try await file.read { try query.page(.before(odd), size: 5, on: $0) }.rows.count == 3)
    #expect(try await file.read { try query.page(.after(odd), size: 5, on: $0) }.rows.count == 0)
  }
}
