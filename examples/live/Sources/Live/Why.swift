import Foundation
import Hummingbird
import LuaRules

/// Where the answer for a key came from, as JSON.
struct Why: ResponseGenerator {
  private let generation: Int
  private let key: String
  private let answer: RuleAnswer<String>

  /// Asks the current context.
  ///
  /// - Throws: ``HTTPError``: 404 when there is no such key.
  init(key: String, _ context: RuleContext = .current) throws {
    self.key = key
    generation = context.generation
    do {
      answer = try context.jsonAnswer(at: key)
    } catch {
      throw HTTPError(
        error.code == .unknownKey ? .notFound : .internalServerError, message: "\(error)")
    }
  }

  func response(from request: Request, context: some RequestContext) throws -> Response {
    // The value is JSON already.
    let fields = [
      ("generation", "\(generation)"),
      ("key", try Self.json(key)),
      ("place", try Self.json(answer.location?.description)),
      ("rule", try Self.json(answer.rule)),
      ("source", try Self.json(answer.source.rawValue)),
      ("value", answer.value),
    ]
    let members = fields.map { "\"\($0)\":\($1)" }.joined(separator: ",")
    return Response(
      status: .ok, headers: [.contentType: "application/json; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: "{\(members)}\n")))
  }

  private static func json(_ text: String?) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return String(decoding: try encoder.encode(text), as: UTF8.self)
  }
}
