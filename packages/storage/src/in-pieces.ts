/** Splits a stream into pieces of equal length; only the last is shorter, and an empty stream has none. */
export async function* inPieces(source: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let length = 0
  for await (const chunk of source) {
    let rest = chunk
    while (length + rest.length >= bytes) {
      const missing = bytes - length
      yield Buffer.concat([...held, rest.subarray(0, missing)], bytes)
      rest = rest.subarray(missing)
      held = []
      length = 0
    }
    if (rest.length > 0) held.push(rest)
    length += rest.length
  }
  if (length > 0) yield Buffer.concat(held, length)
}
