/** @returns the first `length` bytes of a stream, and the rest if there is any */
export async function splitAt(
  source: AsyncIterable<Buffer>,
  bytes: number,
): Promise<{ first: Buffer; rest: AsyncIterable<Buffer> | undefined }> {
  const chunks = source[Symbol.asyncIterator]()
  const held: Buffer[] = []
  let length = 0
  while (length <= bytes) {
    const next = await chunks.next()
    if (next.done) return { first: Buffer.concat(held, length), rest: undefined }
    held.push(next.value)
    length += next.value.length
  }
  const last = held.pop()!
  const missing = bytes - (length - last.length)
  const first = Buffer.concat([...held, last.subarray(0, missing)], bytes)
  return { first, rest: startingWith(last.subarray(missing), { [Symbol.asyncIterator]: () => chunks }) }
}

export async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}
