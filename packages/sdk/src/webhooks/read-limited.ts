/**
 * All bytes of a body, or undefined where there are more than `maxBytes`.
 *
 * @param chunks a request of Node's or the `body` of fetch's
 */
export async function readLimited(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const read: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > maxBytes) return undefined
    read.push(chunk)
  }
  const body = new Uint8Array(length)
  let position = 0
  for (const chunk of read) {
    body.set(chunk, position)
    position += chunk.length
  }
  return body
}
