#if HTTP
  import Foundation
  @_spi(Simulation) import LuaRulesHTTP
  import Testing

  /// A real web server on the loopback, with a folder of its own; see `scripts/check-http`.
  ///
  /// It runs as a child, in one process, and writes into its folder only.
  final class Nginx {
    private static let program = ProcessInfo.processInfo.environment["NGINX_PROGRAM"]
    private static let command = ProcessInfo.processInfo.environment["LUARULES_PROGRAM"]
    static var isInstalled: Bool { program != nil && command != nil }

    /// What the server does with all bundles, as long as it is switched on.
    enum Fault: String {
      /// It answers with the status 500.
      case error
      /// It sends 40,000 bytes a second.
      case slow
    }

    private let folder: URL
    let port: UInt16
    private let securePort: UInt16
    private var process: Process?
    private let client = ClientTransport()

    init(in folder: URL) async throws {
      self.folder = folder
      (port, securePort) = (try Self.freePort(), try Self.freePort())
      for name in ["www", "faults", "rules"] {
        try FileManager.default.createDirectory(
          at: folder.appending(path: name), withIntermediateDirectories: true)
      }
      try Self.run(
        "openssl",
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext "
          + "subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout key.pem -out certificate.pem",
        in: folder)
      try Data(configuration.utf8).write(to: folder.appending(path: "nginx.conf"))
      try await start()
    }

    deinit { stop() }

    private static func freePort() throws -> UInt16 {
      let server = try RawServer(.send([]))
      defer { server.end() }
      return server.port
    }

    // MARK: Running

    func start() async throws {
      let process = Process()
      process.executableURL = URL(filePath: try #require(Self.program))
      process.arguments = ["-p", folder.path, "-e", "error.log", "-c", "nginx.conf"]
      try process.run()
      self.process = process
      var isReady = false
      for _ in 0..<2000 where !isReady && process.isRunning {
        try await Task.sleep(for: .milliseconds(5))
        isReady = (try? await openDownloads()) != nil
      }
      try #require(isReady, "nginx does not start; its error.log says why")
    }

    /// Ends the server, with all its connections.
    func stop() {
      guard let process else { return }
      // The child inherits the mask of a thread of the pool, which blocks all gentler signals.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      self.process = nil
    }

    /// How many downloads have begun and not ended.
    func openDownloads() async throws -> Int {
      let response = try await client.response(
        to: BundleRequest(url: "http://127.0.0.1:\(port)/status", headers: [:]))
      let text = String(decoding: try await response.body(10_000), as: UTF8.self)
      let count = text.firstMatch(of: /Writing: (\d+)/).flatMap { Int($0.1) }
      // This question is one of them.
      return try #require(count) - 1
    }

    // MARK: Bundles

    /// The address of the bundle, as one of the locations below serves it.
    func url(_ name: String = "shop.rules", isSecure: Bool = false) throws -> URL {
      try #require(
        URL(
          string: isSecure
            ? "https://127.0.0.1:\(securePort)/\(name)" : "http://127.0.0.1:\(port)/\(name)"))
    }

    private var bundle: URL { folder.appending(path: "www/shop.rules") }

    /// Replaces the bundle by one that the command makes of a rule for `title`, and of a comment
    /// with so many characters.
    func publish(_ title: String, revision: Int, padding: Int = 0) throws {
      let comment = String(repeating: "-", count: padding)
      try Data("--\(comment)\nreturn {{ key = 'title', value = '\(title)' }}".utf8)
        .write(to: folder.appending(path: "rules/a.lua"))
      try Self.run(
        try #require(Self.command), "bundle rules -o www/shop.rules --revision \(revision)",
        in: folder)
    }

    /// Cuts off the file of the bundle while it is served, as a careless copy does.
    func cutOffBundle() throws {
      let file = try FileHandle(forWritingTo: bundle)
      try file.truncate(atOffset: try file.seekToEnd() / 2)
      try file.close()
    }

    func set(_ fault: Fault, _ isOn: Bool) throws {
      let file = folder.appending(path: "faults/\(fault.rawValue)")
      if isOn {
        try Data().write(to: file)
      } else {
        try FileManager.default.removeItem(at: file)
      }
    }

    private static func run(_ program: String, _ arguments: String, in folder: URL) throws {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [program] + arguments.split(separator: " ").map(String.init)
      process.currentDirectoryURL = folder
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0, "\(program) \(arguments) failed")
    }

    // MARK: Questions

    /// A question for a bundle, as the server notes it when it has ended.
    struct Question {
      /// The seconds since 1970 when it ended.
      var end: Double
      var status: String
      var byteCount: Int
      var tag: String
      var token: String
      var path: String
    }

    /// The questions so far.
    func questions() throws -> [Question] {
      let log = try String(contentsOf: folder.appending(path: "access.log"), encoding: .utf8)
      return log.split(separator: "\n").compactMap { line in
        let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6 else { return nil }
        return Question(
          end: Double(parts[0]) ?? 0, status: parts[1], byteCount: Int(parts[2]) ?? 0,
          tag: parts[3], token: parts[4], path: parts[5])
      }
    }

    private var configuration: String {
      """
      daemon off;
      master_process off;
      pid nginx.pid;
      events { }
      http {
        log_format questions escape=none
          '$msec|$status|$body_bytes_sent|$http_if_none_match|$http_authorization|$uri';
        access_log access.log questions;
        client_body_temp_path body;
        proxy_temp_path proxy;
        fastcgi_temp_path fastcgi;
        uwsgi_temp_path uwsgi;
        scgi_temp_path scgi;
        server {
          listen 127.0.0.1:\(port);
          listen 127.0.0.1:\(securePort) ssl;
          ssl_certificate certificate.pem;
          ssl_certificate_key key.pem;
          root www;
          location / {
            if (-f \(folder.path)/faults/error) { return 500; }
            if (-f \(folder.path)/faults/slow) { limit_rate 40000; }
          }
          location = /fresh.rules {
            add_header Cache-Control max-age=1;
            try_files /shop.rules =404;
          }
          location = /busy.rules {
            add_header Retry-After 1 always;
            if (-f \(folder.path)/faults/error) { return 503; }
            try_files /shop.rules =404;
          }
          location = /moved.rules { return 302 http://localhost:\(port)/shop.rules; }
          location = /private.rules {
            if ($http_authorization != "Bearer secret") { return 401; }
            try_files /shop.rules =404;
          }
          location = /status {
            access_log off;
            stub_status;
          }
        }
      }
      """
    }
  }
#endif
