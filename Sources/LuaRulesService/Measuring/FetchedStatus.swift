#if Service
  /// What is known of rules that come from another server, for the metrics.
  package struct FetchedStatus: Sendable {
    /// The revision of the bundle; `nil` if it has none, or if there is no bundle.
    package var revision: Int64?
    /// How many seconds ago the server last said that this is its bundle; `nil` if it never did.
    package var ageSeconds: Double?
    /// How many questions for a newer bundle failed since the last good answer.
    package var failures: Int

    package init(revision: Int64? = nil, ageSeconds: Double? = nil, failures: Int = 0) {
      self.revision = revision
      self.ageSeconds = ageSeconds
      self.failures = failures
    }

    /// Writes what is known in Prometheus's text format.
    func write(to text: inout PrometheusText) {
      if let revision {
        text.begin("luarules_bundle_revision", .gauge, "The revision of the fetched bundle.")
        text.add(Int(revision))
      }
      if let ageSeconds {
        text.begin(
          "luarules_bundle_age_seconds", .gauge,
          "How long ago the server last said that this is its bundle.")
        text.add(seconds: ageSeconds)
      }
      text.begin(
        "luarules_fetch_failures", .gauge,
        "Questions for a newer bundle that failed since the last good answer.")
      text.add(failures)
    }
  }
#endif
