import LuaRules
import SwiftUI
import Testing

@testable import LuaRulesSwiftUI
@testable import TodoViews

struct ColorTests {
  private func color(_ literal: String) throws -> Color {
    try RuleContext(
      RuleModel(text: #"return { { key = "fancyColor", value = \#(literal) } }"#, schema: .app)
    ).value(for: \.fancyColor)
  }

  @Test func `a name is the color of SwiftUI`() throws {
    #expect(try color(#""red""#) == .red)
    #expect(try color(#""accentColor""#) == .accentColor)
  }

  @Test(arguments: [
    ("#ff8000", Color(.sRGB, red: 1, green: 128.0 / 255, blue: 0)),
    ("#FF8000", Color(.sRGB, red: 1, green: 128.0 / 255, blue: 0)),
    ("#00000080", Color(.sRGB, red: 0, green: 0, blue: 0, opacity: 128.0 / 255)),
    ("#ffffffff", Color(.sRGB, red: 1, green: 1, blue: 1)),
  ])
  func `digits are red, green, blue and opacity`(text: String, expected: Color) throws {
    #expect(try color("\"\(text)\"") == expected)
  }

  @Test(arguments: [
    "grey", "", "#", "#fff", "#fffff", "#fffffff", "#gggggg", "ffffff", "#ff 000", "#ff00é", "Red",
  ])
  func `what is no color fails the load`(text: String) {
    let error = #expect(throws: RuleError.self) { try color("\"\(text)\"") }
    #expect(error?.code == .wrongValue)
    #expect(error?.message.contains("expected a color: #rrggbb") == true)
  }

  @Test func `a color that is misspelt gets a hint, and a number is no color`() {
    let error = #expect(throws: RuleError.self) { try color(#""grey""#) }
    #expect(error?.hint == #"did you mean "gray"?"#)
    #expect(#expect(throws: RuleError.self) { try color("7") }?.code == .wrongType)
  }

  @Test func `rules read a color as they would write it`() throws {
    let rules = try RuleModel(
      text: """
        return {
          { key = "title", value = function(c) return tostring(c.fancyColor) end },
          { key = "isRed", value = function(c) return c.fancyColor == "red" end },
        }
        """, schema: .app)
    var context = RuleContext(rules)
    #expect(context.title == "black")
    context.fancyColor = .red
    #expect(context.title == "red")
    #expect(try context.value(at: "isRed", as: Bool.self))
    for text in ["#0a0b0c", "#0a0b0c80"] {
      context.fancyColor = try color("\"\(text)\"")
      #expect(context.title == text)
    }
  }

  @Test func `a color without a text comes back as it was`() throws {
    var context = RuleContext(
      try RuleModel(
        text: #"return { { key = "fancyColor", value = function(c) return c.other end } }"#))
    context["other"] = Color("Brand")
    #expect(try context.value(for: \.fancyColor) == Color("Brand"))
    context["other"] = Color(red: 0.123, green: 0, blue: 0)
    #expect(try context.value(for: \.fancyColor) == Color(red: 0.123, green: 0, blue: 0))
  }
}
