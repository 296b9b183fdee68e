import Dispatch

/// Runs the jobs of a task on a dispatch queue.
///
/// A serial queue gets a thread although other tasks keep all threads of tasks busy.
final class QueueExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(_ queue: DispatchQueue) {
    self.queue = queue
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
