import Testing

@testable import DirectToWeb

@Suite struct DateTextTests {
  @Test(arguments: [
    ("2025-12-20", AttributeKind.date, "20 Dec 2025", "20 Dec 2025"),
    ("2025-12-20 18:33", .timestamp, "20 Dec 2025, 18:33", "20 Dec 2025, 18:33"),
    ("2025-12-20 18:33:00", .timestamp, "20 Dec 2025, 18:33", "20 Dec 2025, 18:33"),
    ("2025-12-20T18:33:05", .timestamp, "20 Dec 2025, 18:33", "20 Dec 2025, 18:33:05"),
    ("2025-12-20 18:33:05.250", .timestamp, "20 Dec 2025, 18:33", "20 Dec 2025, 18:33:05.250"),
    ("2025-12-20T18:33:05Z", .timestamp, "20 Dec 2025, 18:33 UTC", "20 Dec 2025, 18:33:05 UTC"),
    (
      "2025-12-20T18:33+02:00", .timestamp, "20 Dec 2025, 18:33 UTC+02:00",
      "20 Dec 2025, 18:33 UTC+02:00"
    ),
    ("2009-01-01 00:00:00", .timestamp, "1 Jan 2009", "1 Jan 2009, 00:00"),
    ("2009-01-01 00:00:00", .date, "1 Jan 2009", "1 Jan 2009"),
    ("2009-01-01 08:00:00", .date, "1 Jan 2009, 08:00", "1 Jan 2009, 08:00"),
  ])
  func `days and times are shown as people write them`(
    stored: String, kind: AttributeKind, short: String, whole: String
  ) {
    #expect(DateText.text(stored, as: kind, isWhole: false) == short)
    #expect(DateText.text(stored, as: kind, isWhole: true) == whole)
  }

  @Test(arguments: [
    "", "2025", "2025-13-01", "2025-00-01", "2025-12-32", "20.12.2025", "2025-12-20 24:00",
    "2025-12-20 18:60", "2025-12-20 18:33:60", "2025-12-20x18:33", "2025-12-20 18:33 CET",
    "2025-12-20 1", "2025-12-20T18:33+2", "２０２５-12-20", "2025-12-20 18:33:05.25.1",
  ])
  func `other texts stay as they are stored`(stored: String) {
    #expect(DateText.text(stored, as: .timestamp, isWhole: true) == nil)
  }
}
