#if HTTP
  /// A date as servers write it, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  enum HTTPDate {
    private static let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the seconds since 1970; `nil` for any other text.
    ///
    /// SOURCE: RFC 9110, 5.6.7: the preferred form; the obsolete ones are not read.
    static func seconds(_ text: String) -> Int? {
      let parts = text.split(separator: " ")
      guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT",
        let day = number(parts[1], 1...31), let month = months.firstIndex(of: String(parts[2])),
        let year = number(parts[3], 1970...9999)
      else { return nil }
      let time = parts[4].split(separator: ":", omittingEmptySubsequences: false)
      guard time.count == 3, let hour = number(time[0], 0...23),
        let minute = number(time[1], 0...59), let second = number(time[2], 0...60)
      else { return nil }
      return days(year, month + 1, day) * 86_400 + hour * 3600 + minute * 60 + second
    }

    /// Returns the days since 1970; March is the first month, so that leap days come last.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
      let year = month <= 2 ? year - 1 : year
      let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
      return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }

    private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
      guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let number = Int(text), range.contains(number)
      else { return nil }
      return number
    }
  }
#endif
