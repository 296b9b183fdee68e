import LuaRulesTools
import Testing

/// Where a program declares keys and members.
struct SwiftDeclarationsTests {
  private static let text = #"""
    import LuaRules

    struct FancyColorKey: DynamicEnvironmentKey { static let defaultValue = Color.black }
    struct PlainKey: DynamicEnvironmentKey {
      static let defaultValue = 0
      static let name = "renamed"
    }

    extension DynamicEnvironmentPaths {
      var fancyColor: Color {
        get { self[dynamic: FancyColorKey.self] }
        set { self[dynamic: FancyColorKey.self] = newValue }
      }
      /// Like `@RuleKey var title: String`.
      // @RuleKey var title: String
      @RuleKey public var title: String = ""
      @RuleKey("person.status") var status: String = ""
      @RuleKey(.collect) var reasons: [String] = []
      @RuleKey("a-b+c", defaultValue: limit(1)) var abc: Int = 0
      @RuleKey(limit(2)) var most: Int = 0
    }

    let size = RuleKey<Int>("size", defaultValue: 1)
    let rules = #rules(\.vip == true => \.size <= 3)

    @RuleObject
    public struct Order {
      var lines: [Line]
      public let channel: String
    }
    struct Short { var id: Int }; struct Other { static let name = "lines"; var total = 2 }
    struct Line {
      func sum() -> Int {
        let price = 1, text = "} \" {" // {
        return price
      }
      var half: Int { let inner = 1; return inner }
      var price: Int
      var 🎉 = 1; var total = 1
    }
    """#

  /// The places as `LINE:TEXT`, with the line from 1.
  private static func texts(_ places: [EditedProject.Place]) -> [String] {
    let file = EditedFile(text, path: "a.swift")
    return places.map { place in
      let found = String(decoding: file.lines.bytes[place.range], as: UTF8.self)
      return "\(file.position(of: place.range.lowerBound).line + 1):\(found)"
    }
  }

  @Test(arguments: [
    ("fancyColor", ["3:FancyColorKey", "10:fancyColor"]), ("renamed", ["6:renamed"]),
    ("title", ["16:title"]), ("person.status", ["17:status"]), ("reasons", ["18:reasons"]),
    ("size", ["23:size", "24:size"]), ("vip", []), ("color", []), ("lines", []),
    ("a-b+c", ["19:abc"]), ("most", ["20:most"]), ("person", []),
  ])
  func `a key is found in each form of its declaration`(key: String, places: [String]) {
    #expect(Self.texts(SwiftDeclarations(Self.text, path: "a.swift").places(ofKey: key)) == places)
  }

  @Test(arguments: [
    ("channel", "Order", ["29:channel"]), ("price", "Line", ["38:price"]),
    ("total", "Line", ["39:total"]), ("price", "Order", []), ("lines", "Orders", []),
    ("total", "Other", ["31:total"]), ("id", "Short", ["31:id"]), ("total", "Short", []),
    ("text", "Line", []), ("inner", "Line", []), ("half", "Line", ["37:half"]),
  ])
  func `a member is found in its type`(name: String, type: String, places: [String]) {
    let declarations = SwiftDeclarations(Self.text, path: "a.swift")
    #expect(Self.texts(declarations.places(ofMember: name, inType: type)) == places)
  }
}
