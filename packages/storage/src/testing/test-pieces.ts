/** For tests: content in pieces of a given size. */
export async function* inPiecesOf(content: Buffer, bytes: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < content.length; start += bytes) yield content.subarray(start, start + bytes)
}
