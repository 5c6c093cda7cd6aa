import { DomainError } from '@waypost/http'

/** How fast a body has to come: after a while, at a rate on average. */
export interface Pace {
  graceMs: number
  bytesPerSecond: number
}

/**
 * Ends a body that comes too slowly, so that its client does not hold a place for long. Only the time counts that is spent waiting
 * for the client.
 *
 * @throws DomainError
 */
export async function* keepPace(
  chunks: AsyncIterable<Buffer>,
  { graceMs, bytesPerSecond }: Pace,
): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]()
  let leftMs = graceMs
  for (;;) {
    const startedAt = performance.now()
    const next = await nextWithin(iterator, leftMs)
    if (next.done) return
    leftMs += (next.value.length * 1000) / bytesPerSecond - (performance.now() - startedAt)
    yield next.value
  }
}

async function nextWithin(
  iterator: AsyncIterator<Buffer, undefined>,
  ms: number,
): Promise<IteratorResult<Buffer, undefined>> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(tooSlow()), Math.max(ms, 0))
  try {
    const next = iterator.next().catch((cause: unknown) => {
      throw new DomainError('invalid', 'The body is incomplete', { cause })
    })
    // Where the time is over, it fails once the connection is closed, which is nobody's fault.
    next.catch(() => {})
    return await Promise.race([next, promise])
  } finally {
    clearTimeout(timer)
  }
}

const tooSlow = () => new DomainError('invalid', 'The body comes too slowly')
