#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the hub keeps one place for: a path, told by the system or polled.
struct WatchedFolder: Hashable, Sendable {
  let path: String
  let isPolled: Bool
}

/// Completes a path with the working directory of this moment.
func absolutePath(_ path: String) -> String {
  guard !path.hasPrefix("/") else { return path }
  guard let pointer = unsafe getcwd(nil, 0) else { return path }
  defer { unsafe free(pointer) }
  let directory = unsafe String(cString: pointer)
  return path.isEmpty ? directory : directory + "/" + path
}
