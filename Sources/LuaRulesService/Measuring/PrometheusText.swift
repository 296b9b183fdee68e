#if Service
  /// Metrics in Prometheus's text format, version 0.0.4.
  ///
  /// Names, help texts and labels are those of the service, so nothing needs an escape.
  struct PrometheusText {
    private(set) var text = ""
    private var name = ""

    /// The type of a metric.
    enum Kind: String {
      case counter, gauge, histogram
    }

    /// Begins a metric; its samples follow.
    mutating func begin(_ name: StaticString, _ kind: Kind, _ help: StaticString) {
      self.name = "\(name)"
      text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Adds a sample.
    mutating func add(
      _ value: Int, _ labels: [(name: String, value: String)] = [], suffix: String = ""
    ) {
      let list = labels.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ",")
      text += "\(name)\(suffix)\(list.isEmpty ? "" : "{\(list)}") \(value)\n"
    }

    /// Adds a sample in seconds.
    mutating func add(seconds: Double, suffix: String = "") {
      text += "\(name)\(suffix) \(seconds)\n"
    }
  }
#endif
