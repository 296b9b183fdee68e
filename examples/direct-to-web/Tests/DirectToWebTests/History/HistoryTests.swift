import Foundation
import Testing

@testable import DirectToWeb

@Suite struct HistoryTests {
  private struct Refused: Error {}

  private let folder: TemporaryFolder
  private let history: History

  init() async throws {
    folder = try TemporaryFolder()
    history = try await History(path: folder.path("history.db"), now: Self.now)
  }

  private static let now: @Sendable () -> Date = {
    Date(timeIntervalSince1970: 1_700_000_000.123)
  }

  private static func change(
    _ row: String = "5", in entity: String = "order", by user: String? = "ann",
    columns: [ColumnChange] = [ColumnChange("state", from: "open", to: "done")],
    hiding hidden: Set<String> = []
  ) -> HistoryChange {
    HistoryChange(.update, of: row, in: entity, by: user, columns: columns, hiddenColumns: hidden)
  }

  private func recorded(_ change: HistoryChange) async throws -> HistoryEntry {
    let number = try await history.begin(change)
    try await history.confirm(number)
    return try #require(try await history.entry(number))
  }

  @Test func `an entry tells who changed what and when`() async throws {
    for kind in HistoryChangeKind.allCases {
      var change = Self.change(by: kind == .delete ? nil : "ann")
      change.kind = kind
      let entry = try await recorded(change)
      #expect(entry.milliseconds == 1_700_000_000_123)
      #expect(entry.isConfirmed)
      #expect(
        (entry.user, entry.entity, entry.row, entry.kind) == (change.user, "order", "5", kind))
      #expect(entry.columns == change.columns)
    }
    #expect(try await history.entry(99) == nil)
  }

  private static let values: [Value] = [
    nil, 0, .integer(.max), .integer(.min), .integer(9_007_199_254_740_993), 0.1, 1.0, -0.0,
    .real(.infinity), .real(-.infinity), .real(.leastNonzeroMagnitude),
    .real(.greatestFiniteMagnitude), "", "é", "e\u{301}", "a\u{0}b", "\"\\\n\u{2028}🦊", "null",
    .blob([]), .blob([0, 255]), .malformedText([0x61, 0xFF]),
    .text(String(repeating: "x", count: 65536)),
  ]

  @Test(arguments: values)
  func `each value comes back as it was`(_ value: Value) async throws {
    let entry = try await recorded(
      Self.change(columns: [
        ColumnChange("a\"b", from: value, to: "x"), ColumnChange("c", from: 1, to: value),
      ]))
    #expect(entry.columns[1].new == .value(value))
    let restored = entry.restoredValues
    #expect(restored.missing == [])
    #expect(restored.values["a\"b"] == value)
    if case .real(let number) = value, case .real(let other) = restored.values["a\"b"] {
      #expect(number.bitPattern == other.bitPattern)
    }
  }

  @Test func `no value is not NULL`() async throws {
    let entry = try await recorded(
      Self.change(columns: [
        ColumnChange("a", from: nil as Value?, to: .null),
        ColumnChange("b", from: .null, to: nil as Value?),
      ]))
    #expect(entry.columns.map(\.old) == [nil, .value(.null)])
    #expect(entry.columns.map(\.new) == [.value(.null), nil])
    #expect(entry.restoredValues.values == ["b": .null])
  }

  @Test func `values above 64 KiB are kept as a digest`() async throws {
    let bytes = [UInt8](repeating: 7, count: 65537)
    let entry = try await recorded(
      Self.change(columns: [
        ColumnChange("text", from: .text(String(decoding: bytes, as: UTF8.self)), to: "x"),
        ColumnChange("blob", from: .blob(bytes), to: .malformedText(bytes)),
      ]))
    let digest = try Python.run(
      "import hashlib; print(hashlib.sha256(b'\\x07' * 65537).hexdigest())")
    let kept = RecordedValue.digest(digest, length: 65537)
    #expect(entry.columns.map(\.old) == [kept, kept])
    #expect(entry.columns[1].new == kept)
    #expect(entry.restoredValues == RestoredValues(values: [:], missing: ["text", "blob"]))
  }

  @Test func `of hidden columns only the change is kept`() async throws {
    let entry = try await recorded(
      Self.change(
        columns: [
          ColumnChange("password", from: "old secret", to: "new secret"),
          ColumnChange("pin", from: nil, to: 12_345_678), ColumnChange("name", from: "a", to: "b"),
        ], hiding: ["password", "pin"]))
    #expect(entry.columns.map(\.old) == [.hidden, nil, .value("a")])
    #expect(entry.columns.map(\.new) == [.hidden, .hidden, .value("b")])
    #expect(entry.restoredValues == RestoredValues(values: ["name": "a"], missing: ["password"]))
    try history.close()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
      for secret in ["secret", "12345678"] {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)")
      }
    }
  }

  @Test func `columns that may not be seen are left out`() async throws {
    let entry = try await recorded(
      Self.change(columns: [
        ColumnChange("salary", from: 1, to: 2), ColumnChange("name", from: 3, to: 4),
      ]))
    let seen = entry.showing { $0 != "salary" }
    #expect(seen.columns.map(\.name) == ["name"])
    #expect(seen.restoredValues.values == ["name": 3])
    #expect((seen.number, seen.row, seen.user) == (entry.number, entry.row, entry.user))
  }

  @Test func `pages of a row, of a table and of all join without gaps`() async throws {
    var all: [(entity: String, row: String, number: Int64)] = []
    for index in 0..<60 {
      let entity = ["order", "Order", "customer"][index % 3]
      let row = ["5", "t5", "5,5"][index / 3 % 3]
      all.append((entity, row, try await history.begin(Self.change(row, in: entity))))
    }
    func numbers(_ entity: String?, _ row: String?, size: Int) async throws -> [Int64] {
      var numbers: [Int64] = []
      var next: Int64?
      repeat {
        let page = try await history.page(of: entity, row: row, from: next, size: size)
        #expect(page.entries.count <= size)
        numbers += page.entries.map(\.number)
        next = page.next
        // What is added meanwhile moves nothing.
        if numbers.count == size {
          _ = try await history.begin(Self.change(row ?? "5", in: entity ?? "order"))
        }
      } while next != nil
      return numbers
    }
    for (entity, row) in [
      ("order", "5"), ("Order", "5,5"), ("customer", nil), (nil, nil), ("order", "6"),
    ] as [(String?, String?)] {
      let before = try await numbers(entity, row, size: 1000)
      let expected = all.filter {
        (entity == nil || $0.entity == entity) && (row == nil || $0.row == row)
      }.map(\.number)
      #expect(Set(before).isSuperset(of: expected))
      #expect(before == before.sorted(by: >))
      for size in [1, 3, 7] {
        let known = try await history.page(of: entity, row: row, size: 1000).entries.map(\.number)
        #expect(try await numbers(entity, row, size: size) == known)
      }
    }
  }

  @Test func `a change is recorded with its key`() async throws {
    var insert = Self.change("")
    insert.kind = .insert
    let result = try await history.recording(insert, row: { "\($0)" }) { 42 }
    #expect(result == 42)
    let page = try await history.page(of: "order", row: "42")
    #expect(page.entries.map(\.isConfirmed) == [true])
  }

  @Test func `what a change did takes the place of what was intended`() async throws {
    let result = try await history.recording(
      intended: Self.change("intended"), entries: { [Self.change("\($0)"), Self.change("two")] }
    ) { 42 }
    #expect(result == 42)
    let entries = try await history.page(of: "order").entries
    #expect(entries.map(\.row) == ["two", "42"])
    #expect(entries.map(\.isConfirmed) == [true, true])
    // Nothing was changed: no entry.
    _ = try await history.recording(intended: Self.change("intended"), entries: { _ in [] }) { 1 }
    #expect(try await history.page(of: "order").entries.count == 2)
  }

  @Test func `a task that is cancelled while it changes leaves the entries of the change`()
    async throws
  {
    let task = Task { [history] in
      try await history.recording(
        intended: Self.change("intended"), entries: { _ in [Self.change("made")] }
      ) { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
    }
    _ = await task.result
    let entries = try await history.page(of: "order").entries
    #expect(entries.map(\.row) == ["made"])
    #expect(entries.map(\.isConfirmed) == [true])
  }

  @Test func `a change that throws leaves no entry`() async throws {
    await #expect(throws: Refused.self) {
      try await history.recording(Self.change()) { throw Refused() }
    }
    #expect(try await history.page().entries == [])
  }

  @Test func `a cancelled task confirms and takes back all the same`() async throws {
    try await Task { [history] in
      try await history.recording(Self.change("made")) {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      }
    }.value
    let refused = Task { [history] in
      try await history.recording(Self.change("refused")) {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        throw Refused()
      }
    }
    await #expect(throws: Refused.self) { try await refused.value }
    let entries = try await history.page().entries
    #expect(entries.map(\.row) == ["made"])
    #expect(entries.map(\.isConfirmed) == [true])
  }

  @Test func `the entry is there before the change, and tells that it waits`() async throws {
    try await history.recording(Self.change()) { [history] in
      let entries = try await history.page().entries
      #expect(entries.map(\.isConfirmed) == [false])
    }
    #expect(try await history.page().entries.map(\.isConfirmed) == [true])
  }

  @Test func `a history that cannot be written refuses the change, unless told otherwise`()
    async throws
  {
    try history.close()
    let refused = await throwsCode(.historyUnusable) {
      _ = try await history.recording(Self.change()) { () -> Int in
        Issue.record("the change was made")
        return 0
      }
    }
    #expect(refused)
    #expect(try await history.recording(Self.change(), policy: .bestEffort) { 7 } == 7)
  }

  @Test func `a change is not undone by a history that fails after it`() async throws {
    let number = try await history.recording(Self.change()) { [history] in
      try history.close()
      return 7
    }
    #expect(number == 7)
    let next = try await History(path: folder.path("history.db"))
    #expect(next.pendingAtStart.map(\.row) == ["5"])
  }

  @Test func `the next start tells what waits`() async throws {
    let first = try await history.begin(Self.change("1"))
    let second = try await history.begin(Self.change("2"))
    let third = try await history.begin(Self.change("3"))
    try await history.confirm(second)
    #expect(history.pendingAtStart == [])
    try history.close()
    let next = try await History(path: folder.path("history.db"))
    #expect(next.pendingAtStart.map(\.number) == [first, third])
    #expect(next.pendingAtStart.map(\.columns) == [Self.change().columns, Self.change().columns])
    try await next.confirm(first)
    try await next.discard(third)
    try await next.discard(second)
    #expect(try await next.page().entries.map(\.number) == [second, first])
    try next.close()
    #expect(try await History(path: folder.path("history.db")).pendingAtStart == [])
  }

  @Test func `only the owner may read the file`() async throws {
    _ = try await history.begin(Self.change())
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
    }
  }

  @Test func `another database is not taken for a history, and stays as it is`() async throws {
    let other = try TemporaryDatabase("CREATE TABLE t (a); INSERT INTO t VALUES (1);")
    let before = try other.bytes
    #expect(await throwsCode(.historyUnusable) { _ = try await History(path: other.path) })
    #expect(try other.bytes == before)
    try Data("no database".utf8).write(to: URL(fileURLWithPath: folder.path("text")))
    #expect(await throwsCode(.notADatabase) { _ = try await History(path: folder.path("text")) })
    #expect(
      await throwsCode(.historyUnusable) {
        _ = try await History(path: folder.path("no/such/folder"))
      })
  }
}
