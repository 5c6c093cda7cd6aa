const mostMs = 60_000

/**
 * For tests of a step whose time limit passes: what comes of it. On a busy machine a limit may pass before the page was
 * even seen, so the step is tried again with more of it, until `isSeen`.
 */
export async function withEnoughTime<Result>(
  firstMs: number,
  attempt: (timeoutMs: number) => Promise<Result>,
  isSeen: (result: Result) => boolean,
): Promise<Result> {
  for (let timeoutMs = firstMs; ; timeoutMs *= 5) {
    const result = await attempt(Math.min(timeoutMs, mostMs))
    if (timeoutMs >= mostMs || isSeen(result)) return result
  }
}
