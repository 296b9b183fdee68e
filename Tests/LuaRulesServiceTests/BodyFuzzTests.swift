#if Service
  import LuaBridge
  import LuaRules
  import Testing

  @testable import LuaRulesService

  /// Bodies that nobody would send on purpose.
  struct BodyFuzzTests {
    private static let seeds = [
      #"{"context":{"targetingKey":"bob","todo":{"priority":"high"},"platform":"watch"}}"#,
      #"{"context":{"a":[1,2.5e10,-0,{"b":null,"c":[true,false,"\u00e9\ud83d\ude00\n"]}]}}"#,
      #"{"context":{"color":"pink","size":9007199254740993,"whole":1e308,"flag":true}}"#,
      "{}",
    ]

    /// Bytes that matter to a reader of JSON.
    private static let bytes = Array("{}[]\":,\\ue0-19.tfn\0\u{1F}\n ".utf8) + [0x80, 0xC3, 0xFF]

    private static func mutated(
      _ body: [UInt8], _ random: inout some RandomNumberGenerator
    ) -> [UInt8] {
      var body = body
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0...body.count, using: &random)
        let length = Int.random(in: 0...min(8, body.count - place), using: &random)
        let range = place..<place + length
        switch Int.random(in: 0..<5, using: &random) {
        case 0: body.removeSubrange(range)
        case 1: body.insert(bytes.randomElement(using: &random) ?? 0, at: place)
        case 2: body.insert(contentsOf: body[range], at: place)
        case 3: body.removeSubrange(place...)
        default:
          let others = range.map { _ in UInt8.random(in: 0...255, using: &random) }
          body.replaceSubrange(range, with: others)
        }
      }
      return body
    }

    @Test(arguments: 1...8) func `any body has an answer of the protocol`(seed: UInt64) throws {
      let service = try ServedFlags.service()
      var random = SeededGenerator(state: seed)
      let keys = ["color", "greeting", "missing", "size", "whole", "nope"]
      for _ in 0..<400 {
        let seed = Array((Self.seeds.randomElement(using: &random) ?? "").utf8)
        let body = Self.mutated(seed, &random)
        let key = keys.randomElement(using: &random) ?? ""
        let text = String(decoding: body, as: UTF8.self)
        check(service.evaluate(key, body: body), key: key, text)
        let all = service.evaluateAll(body: body, knownTags: nil)
        guard let object = object(all, text) else { continue }
        switch all.status {
        case .ok: #expect(object["flags"] != nil, "\(text)")
        case .badRequest: #expect(code(object) != nil, "\(text)")
        default: Issue.record("\(all.status): \(text)")
        }
      }
    }

    /// Checks the answer of one flag.
    private func check(_ answer: ServiceAnswer, key: String, _ body: String) {
      guard let object = object(answer, body) else { return }
      #expect(object["key"]?.text == key, "\(body)")
      switch answer.status {
      case .ok:
        #expect(object["reason"]?.text.flatMap(AnswerReason.init(rawValue:)) != nil, "\(body)")
        #expect(object["variant"] != nil && object["metadata"] != nil, "\(body)")
      case .notFound: #expect(code(object) == .flagNotFound && key == "nope", "\(body)")
      case .badRequest: #expect(code(object) != nil && code(object) != .flagNotFound, "\(body)")
      default: Issue.record("\(answer.status): \(body)")
      }
    }

    private func object(_ answer: ServiceAnswer, _ body: String) -> LuaTable? {
      guard case .table(let object)? = try? JSON.read(answer.body) else {
        Issue.record("\(answer.text) for \(body)")
        return nil
      }
      return object
    }

    private func code(_ object: LuaTable) -> FailureCode? {
      #expect(object["errorDetails"]?.text != nil)
      return object["errorCode"]?.text.flatMap(FailureCode.init(rawValue:))
    }
  }

  extension LuaValue {
    /// The string, if it is one.
    fileprivate var text: String? {
      if case .string(let text) = self { text } else { nil }
    }
  }

  /// A generator that gives the same numbers for the same seed (SplitMix64).
  private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return word ^ (word >> 31)
    }
  }
#endif
