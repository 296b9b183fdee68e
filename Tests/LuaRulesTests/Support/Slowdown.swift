import Foundation

/// How many times as much time as elsewhere work may take; 1 where no sanitizer watches it.
let slowdown = ProcessInfo.processInfo.environment["TEST_SLOWDOWN"].flatMap { Int($0) } ?? 1
