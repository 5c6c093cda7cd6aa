/**
 * Works with a signal that fires when the time is over. Unlike `AbortSignal.timeout`, nothing of it outlives the work: V8 frees
 * what a weak reference names only when it collects its whole heap, which a timer of minutes for each message made it do often.
 */
export async function withDeadline<Result>(
  ms: number,
  work: (deadline: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('The time is over', 'TimeoutError')), ms)
  timer.unref()
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
