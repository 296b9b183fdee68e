import LuaRules
import Testing

/// Integers that do not fit into 64 bits are refused where Lua would round them.
@Suite struct LargeIntegerTests {
  private static func outcome(_ rules: String) -> String {
    do {
      _ = try RuleModel(text: rules)
      return ""
    } catch {
      return error.description
    }
  }

  private static func refused(_ number: String, line: Int) -> String {
    """
    rules.lua:\(line): error: the integer \(number) does not fit into 64 bits [syntax]
      hint: write it in quotes, as a string, or with `.0` at its end if a rounded number will do
    """
  }

  @Test func `each is told with its line`() {
    #expect(
      Self.outcome(
        """
        -- 12345678901234567891
        return {
          { key = "k", when = { id = 12345678901234567891 }, value = 1 },
          { key = "k", when = function(c) return c.id == -9223372036854775808 end, value = 2 },
        }
        """)
        == Self.refused("12345678901234567891", line: 3) + "\n"
        + Self.refused("9223372036854775808", line: 4))
  }

  @Test(arguments: [
    "9223372036854775807", "-9223372036854775807", "12345678901234567891.0", "1e20",
    "1e+99999999999999999999", "0x1ffffffffffffffff", "00000000000000000000000000001",
    "\"12345678901234567891\"", "[[12345678901234567891]]", "1 --[[ 12345678901234567891 ]]",
    "x12345678901234567891",
  ])
  func `other numbers are read as Lua reads them`(number: String) {
    #expect(
      Self.outcome(
        "local x12345678901234567891 = 1 return { { key = 'k', value = \(number) } }") == "")
  }
}
