/// A place in a rule file where an attacker's code may stand.
public enum AttackPlacement: String, CaseIterable, Sendable {
  case value, predicate, top, module, comparator, replacement, group, otherKey, iterator

  /// Whether the code runs when the file is loaded.
  public var isWhileLoading: Bool { self == .top || self == .module }

  /// Whether what the code returns is the answer.
  public var showsResult: Bool { !isWhileLoading && self != .predicate }

  /// The rule file with a program, and its modules by name.
  ///
  /// The key `attack` runs the program; `control` tells whether all is well.
  public func files(with program: AttackProgram) -> (rules: String, modules: [String: String]) {
    let attack = "local function attack()\n\(program.body)\nend"
    switch self {
    case .value:
      return (file("{ key = \"attack\", value = function(c) \(attack) return attack() end },"), [:])
    case .predicate:
      return (
        file(
          "{ key = \"attack\", value = \"won\", when = function(c) \(attack) "
            + "local result = attack() return result == nil or true end },"), [:]
      )
    case .top: return (file(loaded, before: "do \(attack) attack() end"), [:])
    case .module:
      return (
        file(loaded, before: "local module = require \"attack\""),
        ["attack": "\(attack) attack() return {}"]
      )
    case .comparator:
      return (
        file(
          "{ key = \"attack\", value = function(c) \(attack) local result "
            + "table.sort({ 2, 1 }, function(a, b) result = attack() return a < b end) "
            + "return result end },"), [:]
      )
    case .replacement:
      return (
        file(
          "{ key = \"attack\", value = function(c) \(attack) local result "
            + "local text = (\"x\"):gsub(\"x\", function() result = attack() end) "
            + "return result end },"), [:]
      )
    case .group:
      return (
        file(
          "{ when = { on = true }, rules = { { key = \"attack\", when = { n = { 7, 8 } }, rules = "
            + "{ { value = function(c) \(attack) return attack() end } } } } },"), [:]
      )
    case .otherKey:
      return (
        file(
          "{ key = \"attack\", value = function(c) return c.inner end },\n"
            + "{ key = \"inner\", value = function(c) \(attack) return attack() end },"), [:]
      )
    case .iterator:
      return (
        file(
          "{ key = \"attack\", value = function(c) \(attack) "
            + "for result in attack do return result end end },"), [:]
      )
    }
  }

  /// The context in which `attack` and `control` are asked.
  public static let context = """
    {"on": true, "n": 7, "list": [1, 2, 3], "todo": {"title": "buy"}}
    """

  /// What `control` answers, before and after.
  public static let control = "\"abXX33true\""

  private var loaded: String { "{ key = \"attack\", value = \"loaded\" }," }

  private func file(_ rules: String, before: String = "") -> String {
    """
    \(before)
    return {
      \(rules)
      { key = "control", value = function(c)
        local t = {}
        for k in pairs({ b = 1, a = 2 }) do t[#t + 1] = k end
        table.sort(t)
        local same = print ~= nil and math.pi > 3 and ("x"):upper() == string.upper("x")
        return table.concat(t) .. ("x"):rep(2):upper() .. #c.list .. c.todo.title:len() .. tostring(same)
      end },
    }
    """
  }
}
