import Dispatch
import Foundation
import LuaRules
import Synchronization
import Testing

private struct Todo: Sendable { var title = "Buy\n\"beer\""; var priority = "low" }

private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }

  /// The lines with what differs from run to run taken out.
  var plain: [String] {
    all.map { line in
      line.replacing(/"time":"[^"]*",?/, with: "").replacing(
        /"nanoseconds":\d+/, with: "\"nanoseconds\":1")
    }
  }
}

struct DecisionLogTests {
  @Test func `an answer is a line of JSON with the chosen keys of the context`() throws {
    let lines = Lines()
    let log = DecisionLog(contextKeys: ["todo.title", "user", "todo.none", "missing.x"]) {
      lines.add($0)
    }
    let model = try RuleModel(
      text: """
        return {
          { key = "color", name = "the \\"low\\" one", when = { todo = { priority = "low" } }, value = "gray" },
          { key = "bad", value = function(c) return c.nothing end },
          { key = "missing.x", value = 1 },
        }
        """, name: "todo.lua")
    var context = RuleContext(model.observed(by: log))
    context.logger.logLevel = .critical
    context["todo"] = Todo()
    context["user"] = 7
    _ = context["color"]
    _ = context["bad"]
    _ = context["user"]
    log.flush()
    let told =
      #""context":{"todo.title":"Buy\n\"beer\"","user":7,"todo.none":null,"missing.x":null}}"#
    #expect(
      lines.plain == [
        #"{"key":"color","value":"gray","source":"rule","rule":"the \"low\" one","location":"todo.lua:2","nanoseconds":1,"#
          + told,
        #"{"key":"bad","error":"todo.lua:3: error: unknown key `nothing` [unknown-key]\n  "#
          + #"hint: it is neither set, nor assigned by a rule, nor declared","code":"unknown-key","nanoseconds":1,"#
          + told,
        #"{"key":"user","value":7,"source":"set","nanoseconds":1,"# + told,
      ])
    let time = try #require(lines.all.first?.firstMatch(of: /^{"time":"(.*?)"/)).output.1
    #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/) != nil)
  }

  @Test func `events of a live model are lines, too`() async throws {
    let lines = Lines()
    let log = DecisionLog { lines.add($0) }
    let files = MemoryFileSystem(["rules/a.lua": "return { { key = \"a\", value = 1 } }"])
    var options = RuleOptions()
    var liveOptions = LiveRuleOptions()
    options.fileSystem = files
    liveOptions.isWatching = false
    liveOptions.observers = [ObserverRegistration(log)]
    liveOptions.logger.logLevel = .critical
    let live = try LiveRuleModel(
      sources: [RuleSource(path: "rules")], options: options, live: liveOptions)
    try live.replace(with: try model(#"{ key = "a", value = 2 },"#))
    try live.rollback()
    files["rules/a.lua"] = "return 1"
    await #expect(throws: RuleError.self) { try await live.reload() }
    log.flush()
    #expect(
      lines.plain.dropLast() == [
        #"{"event":"active","origin":"the sources","generation":1}"#,
        #"{"event":"swapped","generation":2}"#,
        #"{"event":"rolled-back","to":1,"generation":3}"#,
      ])
    #expect(lines.plain.last?.hasPrefix(#"{"event":"rejected","error":"rules/a.lua:"#) == true)
  }

  @Test func `lines of two threads never mix, in a file`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/decisions-\(UUID()).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    let log = DecisionLog(to: file)
    let model = try model(#"{ key = "text", value = ("x"):rep(200) },"#).observed(by: log)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      let context = RuleContext(model)
      for _ in 0..<400 { _ = context["text"] }
    }
    log.flush()
    try file.close()
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 800)
    let whole = lines.filter {
      $0.contains(#""value":"\#(String(repeating: "x", count: 200))","#)
        && $0.hasPrefix("{\"time\"") && $0.hasSuffix("}")
    }
    #expect(whole.count == 800)
    // A file that takes no more loses lines, and nothing else.
    _ = RuleContext(model)["text"]
    log.flush()
  }

  @Test func `a slow reader holds nobody up: lines are dropped, and counted`() throws {
    let lines = Lines()
    let gate = DispatchSemaphore(value: 0)
    let log = DecisionLog { line in
      if lines.all.isEmpty { gate.wait() }
      lines.add(line)
    }
    let context = RuleContext(try model(#"{ key = "a", value = 1 },"#).observed(by: log))
    let count = 2 * DecisionLog.capacity + 10
    for _ in 0..<count { _ = context["a"] }
    gate.signal()
    log.flush()
    _ = context["a"]
    log.flush()
    let dropped = try lines.plain.compactMap { line in
      try line.wholeMatch(of: Regex<(Substring, Substring)>(#"\{"dropped":(\d+)\}"#)).flatMap {
        Int($0.output.1)
      }
    }
    #expect(dropped.count == 1)
    #expect(lines.all.count - 1 + dropped.reduce(0, +) == count + 1)
    #expect(lines.all.count >= DecisionLog.capacity)
  }
}
