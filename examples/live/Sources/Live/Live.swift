import Foundation
import Hummingbird
import LuaRules
import LuaRulesTools

/// Serves answers of rules over HTTP; the rules may be edited while it runs.
@main
struct Live {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count <= 2, let port = UInt16(arguments.dropFirst().first ?? "8080") else {
      exit(complaining: "usage: Live [rules [port]]", status: 64)
    }
    let rules: LiveRuleModel
    do {
      var live = LiveRuleOptions()
      live.gate = .all([.checks(level: .warning), .tests()])
      rules = try LiveRuleModel(
        contentsOf: URL(filePath: arguments.first ?? "rules"), schema: .app, live: live)
    } catch {
      exit(complaining: "\(error)", status: 1)
    }
    let application = Application(
      router: router(rules),
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: Int(port))),
      onServerRunning: { channel in
        print("http://127.0.0.1:\(channel.localAddress?.port ?? Int(port))")
        fflush(nil)
      })
    try await application.runService()
  }

  private static func router(_ rules: LiveRuleModel) -> Router<SortedRequestContext> {
    let router = Router(context: SortedRequestContext.self)
    router.add(middleware: RulesMiddleware(rules: rules))
    router.get("/") { _, _ in Page() }
    router.get("/flags") { _, _ in Flags() }
    router.get("/why") { request, _ in
      guard let key = request.uri.queryParameters["key"] else {
        throw HTTPError(.badRequest, message: "which key? write /why?key=title")
      }
      return try Why(key: String(key))
    }
    return router
  }

  private static func exit(complaining text: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    Foundation.exit(status)
  }
}

/// A request whose answers in JSON have their members in order.
struct SortedRequestContext: RequestContext {
  var coreContext: CoreRequestContextStorage

  init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
  }

  var responseEncoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
