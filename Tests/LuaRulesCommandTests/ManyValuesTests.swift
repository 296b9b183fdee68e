import Testing

/// Contexts with more values than names get numbers in a process.
///
/// Asked of the command: whoever uses up the numbers leaves none to other tests.
struct ManyValuesTests {
  private static let count = 40_000

  private func run(_ arguments: [String], count: Int = Self.count, input: String = "") throws
    -> CommandRun
  {
    let files = try TemporaryFolder()
    _ = try files.file(
      "sum.lua",
      """
      return { { key = "sum", value = function(c)
        return c.k_0 + c.k_1 + c["k_\(count - 1)"] end } }
      """)
    _ = try files.file(
      "context.json",
      "{" + (0..<count).map { "\"k_\($0)\":\($0)" }.joined(separator: ",") + "}")
    return try withExtendedLifetime(files) {
      try CommandRun(
        arguments + ["sum.lua", "--context", "context.json"], in: files.url, input: input)
    }
  }

  @Test func `values are read and replaced, with a number and without`() throws {
    #expect(try run(["eval", "--key", "sum"]).output == "\(Self.count)\n")
    for number in [0, 1, 77, 9_000, Self.count - 1] {
      #expect(try run(["eval", "--key", "k_\(number)"]).output == "\(number)\n")
    }
    let replaced = try run(
      ["eval", "--key", "sum", "--set", "k_1=5", "--set", "k_\(Self.count - 1)=7"])
    #expect(replaced.output == "12\n")
    #expect(try run(["eval", "--key", "k_\(Self.count)"]).status == 1)
  }

  @Test func `values without a number are taken back`() throws {
    let last = "k_\(Self.count - 1)"
    let run = try run(
      ["repl"],
      input: """
        sum
        set \(last) = 10
        sum
        unset \(last)
        sum
        set \(last) = 20
        sum
        set \(last) = 30
        sum
        """)
    #expect(run.output == "\(Self.count)\n11\n21\n31\n")
    #expect(run.errors.contains("unknown key `\(last)`"))
  }

  @Test func `ten times the values take not a hundred times as long`() throws {
    func duration(_ count: Int) throws -> Duration {
      try run(["eval", "--key", "sum"], count: count).duration
    }
    let few = try (0..<3).map { _ in try duration(10_000) }.min() ?? .zero
    let many = try (0..<3).map { _ in try duration(100_000) }.min() ?? .zero
    #expect(many < few * 40)
  }
}
