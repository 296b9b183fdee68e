import Foundation
import LuaRules
import LuaRulesTools

// What can be done at rules and tests: run tests, explain, show who else answers.

extension LanguageServer {
  mutating func codeLenses(_ parameters: JSONValue) throws(RequestError) -> JSONValue {
    let (project, file) = try document(parameters)
    let address = JSONValue.string(uri(of: file.path))
    return .array(
      project.lenses(in: file).map { offset, lens in
        let position = json(offset, in: file)
        let title: String
        let command: Command
        var arguments = [address]
        switch lens {
        case .runTests: (title, command) = ("run tests", .runTests)
        case .runTest(let test):
          (title, command) = ("run this test", .runTests)
          arguments.append(.string(test))
        case .explain(let key, let test):
          (title, command) = ("explain \(key) for \(test)", .explain)
          arguments += [.string(key), .string(test)]
        case .candidates(let key, let places):
          let rules = places.count == 1 ? "1 rule answers" : "\(places.count) rules answer"
          title = "\(rules) \(key)"
          command = .candidates
          arguments += [.string(key)]
        }
        return .object([
          "range": .object(["start": position, "end": position]),
          "command": .object([
            "title": .string(title), "command": .string(command.rawValue),
            "arguments": .array(arguments),
          ]),
        ])
      })
  }

  /// Starts a command; returns its result if that is known at once.
  mutating func execute(
    _ parameters: JSONValue, _ id: JSONValue
  ) throws(RequestError) -> JSONValue? {
    let arguments = parameters["arguments"]?.elements ?? []
    guard let command = Command(rawValue: parameters["command"]?.string ?? "") else {
      throw RequestError(code: .invalidParameters, message: "there is no such command")
    }
    guard let path = arguments.first?.string.flatMap(Self.path(ofURI:)) else {
      throw RequestError(code: .invalidParameters, message: "expected the address of a file")
    }
    let project = ServerProject(of: path, options)
    let names = arguments.dropFirst().compactMap(\.string)
    // Without safe corrections there is nothing to do.
    if command == .fixAll { return .null }
    if command == .candidates {
      let edited = self.edited(project)
      let places = names.first.map { edited.places(ofRulesForKey: $0) } ?? []
      show(places, ofRulesFor: names.first ?? "", in: edited)
      return .array(locations(places, in: edited))
    }
    let run = TestCommand(
      path: path, project: project, texts: texts, key: names.first, test: names.last)
    let box = SendableOptions(options: options)
    let events = events
    RuleThread.start {
      let text = command == .explain ? run.explanation(box.options) : run.results(box.options)
      events.push(
        .message(
          .object([
            "jsonrpc": .string("2.0"), "method": .string("window/showMessage"),
            "params": .object(["type": .integer(3), "message": .string(text)]),
          ])))
      events.push(.message(Self.response(to: id, .string(text))))
    }
    return nil
  }

  /// The most rules that a message names.
  private static let mostShown = 8

  /// Names the rules of a key in a message, for an editor that makes nothing of the places.
  private func show(
    _ places: [EditedProject.Place], ofRulesFor key: String, in project: EditedProject
  ) {
    guard !places.isEmpty else { return }
    var names = places.prefix(Self.mostShown).map { place in
      project.files[place.path].map { $0.place(of: place.range) } ?? place.path
    }
    if places.count > names.count { names.append("and \(places.count - names.count) more") }
    let rules = places.count == 1 ? "1 rule answers" : "\(places.count) rules answer"
    events.push(
      .message(
        .object([
          "jsonrpc": .string("2.0"), "method": .string("window/showMessage"),
          "params": .object([
            "type": .integer(3),
            "message": .string("\(rules) \(key): \(names.joined(separator: ", "))"),
          ]),
        ])))
  }

  /// Sends a request to the editor; its answer does not matter.
  mutating func ask(_ method: String, _ parameters: [String: JSONValue]?) {
    sentRequests += 1
    var request: [String: JSONValue] = [
      "jsonrpc": .string("2.0"), "id": .string("request-\(sentRequests)"),
      "method": .string(method),
    ]
    if let parameters { request["params"] = .object(parameters) }
    events.push(.message(.object(request)))
  }
}
