import Foundation

/// The shell of the lines that pages show; its path has the command `luarules`.
enum Shell {
  /// Where the command was built: beside the tests.
  private static var products: URL {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      return (bundle ?? Bundle.main).bundleURL.deletingLastPathComponent()
    #else
      return Bundle.main.bundleURL
    #endif
  }

  /// A shell that is not running yet.
  static func process(_ lines: String, in folder: URL, printingTo output: Any) -> Process {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", lines]
    shell.currentDirectoryURL = folder
    shell.environment = ["PATH": "\(products.path):/bin:/usr/bin"]
    shell.standardOutput = output
    return shell
  }

  /// Runs lines to their end.
  static func run(_ lines: String, in folder: URL) throws -> (output: String, status: Int32) {
    let output = Pipe()
    let shell = process(lines, in: folder, printingTo: output)
    try shell.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), shell.terminationStatus)
  }
}
