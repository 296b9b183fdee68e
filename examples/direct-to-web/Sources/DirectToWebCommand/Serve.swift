import ArgumentParser
import DirectToWeb
import Foundation
import Logging
import LuaRules

/// Serves the pages of a database.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serves the pages of a database.",
    discussion: """
      Without users it serves this machine only, and prints a link that signs in once. Users are \
      added by `direct-to-web add-user`.
      """)

  @Argument(help: "The database.")
  var database: String

  @Option(help: "A folder of rules, which may be edited while it runs.")
  var rules: String?

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port; 0 for any that is free.")
  var port = 8080

  @Option(
    name: .customLong("name"), help: "A host name by which browsers ask, besides that of --host.")
  var names: [String] = []

  @Option(help: "The prefix of each path, such as /shop.")
  var basePath = ""

  @Flag(help: "Change nothing in the database.")
  var readOnly = false

  @Flag(
    help: "Switch the database to write-ahead logging, for good: readers do not wait for writers.")
  var wal = false

  @Flag(help: "Nobody has to sign in: whoever reaches the port may do what rules allow to no user.")
  var open = false

  @Flag(help: "Keep no history of changes; else it is in a file beside the database.")
  var noHistory = false

  @Flag(help: "Browsers reach the server by TLS, through a proxy: cookies are sent by TLS only.")
  var secure = false

  @Flag(
    help:
      "Take the address of a client from the last entry of X-Forwarded-For, as a proxy on this machine writes it."
  )
  var trustProxy = false

  @Option(
    name: .customLong("proxy-address"),
    help:
      "With --trust-proxy: an address from which the proxy connects, in place of this machine's.")
  var proxyAddresses: [String] = []

  @Option(
    help:
      "With --trust-proxy: a header in which the proxy names the user who has signed in there, such as X-Remote-User. The proxy must remove it from requests of clients."
  )
  var trustHeader: String?

  func validate() throws {
    guard trustProxy || (proxyAddresses.isEmpty && trustHeader == nil) else {
      throw ValidationError(
        "--proxy-address and --trust-header need --trust-proxy: whoever else connects could name any user"
      )
    }
    if let trustHeader, !TrustedProxy.isHeaderName(trustHeader) {
      throw ValidationError("--trust-header: `\(trustHeader)` is not the name of a header")
    }
    guard basePath.isEmpty || (basePath.hasPrefix("/") && !basePath.hasSuffix("/")) else {
      throw ValidationError("--base-path begins with / and does not end with it")
    }
  }

  mutating func run() async throws {
    LoggingSystem.bootstrap { label in
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = .warning
      return handler
    }
    let link = OneTimeLink()
    let server: SiteServer
    let hasUsers: Bool
    do {
      var options = DatabaseFile.Options()
      options.isReadOnly = readOnly
      options.convertsToWAL = wal
      let file = try DatabaseFile(path: database, options: options)
      if file.trustsSchema {
        FileHandle.standardError.write(
          Data(
            """
            note: the schema uses JSON functions, full-text tables or R-trees, which this version of SQLite \
            does not mark as innocuous; they are open to it, since none of them has side effects

            """.utf8))
      }
      let users = UserFile(path: SideFiles(database: database).users)
      hasUsers = try !users.list().users.isEmpty
      guard hasUsers || isLoopback || trustHeader != nil else {
        throw fail(
          "without users only this machine is served; add one: direct-to-web add-user NAME \(database)"
        )
      }
      var made = SiteServer(try await site(file, users, link, hasUsers: hasUsers))
      made.host = host
      made.port = port
      server = made
    } catch let error as ExitCode {
      throw error
    } catch {
      throw fail("\(error)")
    }
    let isLinked = !hasUsers && !open && trustHeader == nil
    do {
      try await server.run { address in
        print(isLinked ? "\(address)open?token=\(link.token)" : address)
        fflush(nil)
      }
    } catch let error as DirectToWebError {
      throw fail(error.message)
    }
  }

  private var isLoopback: Bool { ["127.0.0.1", "::1", "localhost"].contains(host) }

  private func site(
    _ file: DatabaseFile, _ users: UserFile, _ link: OneTimeLink, hasUsers: Bool
  ) async throws -> Site {
    var options = Site.Options()
    options.basePath = basePath
    options.rulesFolder = rules.map { URL(fileURLWithPath: $0) }
    // Browsers share cookies between the ports of a host.
    options.cookie = SessionCookie(name: "session-\(port)", isSecure: secure, path: basePath)
    options.hostNames = HostGuard.loopbackNames + [host] + names
    if hasUsers || !open || trustHeader != nil {
      options.signIn = SignIn(users: users, link: hasUsers || trustHeader != nil ? nil : link)
    }
    if trustProxy {
      options.proxy = TrustedProxy(
        addresses: proxyAddresses.isEmpty ? TrustedProxy.loopback : Set(proxyAddresses),
        userHeader: trustHeader)
    }
    if !readOnly && !noHistory {
      let history = try await History(path: SideFiles(database: database).history)
      for entry in history.pendingAtStart {
        let row = entry.row.isEmpty ? "a row" : "row \(entry.row)"
        FileHandle.standardError.write(
          Data(
            """
            warning: the program ended while \(entry.user ?? "somebody") changed \(row) of \
            `\(entry.entity)` (\(entry.kind.rawValue)): the history does not know whether it was done

            """.utf8))
      }
      options.history = history
    }
    let live = try rules.map {
      try LiveRuleModel(contentsOf: URL(fileURLWithPath: $0), schema: .pages)
    }
    return try await Site(file, rules: live, options: options)
  }
}
