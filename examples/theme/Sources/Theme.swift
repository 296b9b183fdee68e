import Foundation
import LuaRules

/// Asks for looks: of a user, over those of the platform, over the base.
@main
struct Theme {
  static func main() throws {
    if CommandLine.arguments.dropFirst().first == "schema" {
      return print(RuleSchema.app.json())
    }
    let shared = try model("platform").fallback(model("base"))
    let users = [
      ("nobody", shared),
      ("ada", try model("users/ada.lua", grant: .user).fallback(shared)),
      ("ben", try model("users/ben.lua", grant: .user).fallback(shared)),
    ]
    let platforms = [
      Platform(name: .phone, version: "26.0.0"), Platform(name: .watch, version: "9.3.0"),
      Platform(name: .mac, version: "26.1.0-beta.2"),
    ]
    for platform in platforms {
      print("\(platform.name) \(platform.version)")
      for (user, model) in users {
        print("  \(user): \(try look(in: RuleContext(model).with(\.platform, platform)))")
      }
    }
    do {
      _ = try model("users/eve.lua", grant: .user)
    } catch {
      print(error)
    }
  }

  private static func model(
    _ path: String, grant: Grant = .everything
  ) throws(RuleError) -> RuleModel {
    let source = RuleSource(contentsOf: URL(filePath: "rules/\(path)"), grant: grant)
    return try RuleModel(sources: [source], schema: .app)
  }

  private static func look(in context: RuleContext) throws(RuleError) -> String {
    let accent = try context.value(for: \.accent)
    let material = try context.value(for: \.material)
    let size = try context.answer(for: \.fontSize)
    let rowHeight = try context.value(for: \.rowHeight)
    return """
      \(accent) on \(material), text \(try context.value(for: \.textSize)) in rows of \(rowHeight), \
      as \(size.location?.file ?? "the program") wants
      """
  }
}
