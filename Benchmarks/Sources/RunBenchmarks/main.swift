import Foundation

var jsonFile: String?
var rounds = 300
var filter: String?
var calls: Int?
var limitsFile: String?
var arguments = CommandLine.arguments.dropFirst()
while let option = arguments.popFirst() {
  switch (option, arguments.first) {
  case ("--json", let file?):
    jsonFile = file
    arguments.removeFirst()
  case ("--rounds", let text?) where Int(text).map { $0 > 0 } == true:
    rounds = Int(text) ?? rounds
    arguments.removeFirst()
  case ("--filter", let text?):
    filter = text
    arguments.removeFirst()
  case ("--calls", let text?) where Int(text).map { $0 >= 0 } == true:
    calls = Int(text)
    arguments.removeFirst()
  case ("--allocation-limits", let file?):
    limitsFile = file
    arguments.removeFirst()
  default:
    FileHandle.standardError.write(
      Data(
        """
        usage: bench [--rounds N] [--filter NAME] [--calls N] [--json FILE] [--allocation-limits FILE]

        """.utf8))
    exit(64)
  }
}

// For a profiler, or a counter of instructions: one case, so many calls, no clock.
if let calls {
  for benchmark in allBenchmarks where benchmark.name == filter {
    let body = try benchmark.bodies()[0]
    body(calls)
  }
  exit(0)
}

let benchmarks = allBenchmarks.filter { benchmark in
  benchmark.name == "yardstick" || filter.map { benchmark.name.contains($0) } ?? true
}
var measurements = try Harness(benchmarks: benchmarks, rounds: rounds).run()

func padded(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

print("case                          ns     ratio                allocations")
for (benchmark, measurement) in zip(benchmarks, measurements) {
  print(
    measurement.name.padding(toLength: 22, withPad: " ", startingAt: 0)
      + padded(String(format: "%.1f", measurement.ns ?? 0), 10)
      + padded(String(format: "%.2f", measurement.ratio), 10) + " "
      + benchmark.ratio.unit.padding(toLength: 14, withPad: " ", startingAt: 0)
      + (measurement.allocations.map { padded(String(format: "%.1f", $0), 8) } ?? ""))
}

if filter.map({ name in MemoryUse.names.contains { $0.contains(name) } }) ?? true {
  let memory = MemoryUse.measured() + (try MemoryUse.measuredContexts())
  print(memory.isEmpty ? "" : "\nmemory                 bytes     ratio")
  for measurement in memory {
    print(
      measurement.name.padding(toLength: 20, withPad: " ", startingAt: 0)
        + padded(String(format: "%.1f", measurement.bytes ?? 0), 8)
        + padded(String(format: "%.2f", measurement.ratio), 10) + " × "
        + (measurement.name == "memory-context" ? "400 bytes" : "bare Lua"))
  }
  measurements += memory
}

if let jsonFile {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
  try encoder.encode(measurements).write(to: URL(fileURLWithPath: jsonFile))
}

if let limitsFile {
  let problems = try AllocationLimits(contentsOf: limitsFile).problems(in: measurements)
  for problem in problems {
    FileHandle.standardError.write(Data("\(limitsFile): \(problem)\n".utf8))
  }
  exit(problems.isEmpty ? 0 : 1)
}
