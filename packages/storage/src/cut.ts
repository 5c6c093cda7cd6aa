import type { ByteRange } from './storage.ts'

/** Leaves a stream's bytes before and after a range out, and reads it no further than that. */
export async function* cut(source: AsyncIterable<Buffer>, { at, bytes }: ByteRange): AsyncGenerator<Buffer> {
  let skipped = at
  let left = bytes
  if (left === 0) return
  for await (const chunk of source) {
    const some = chunk.subarray(skipped, skipped + left)
    skipped -= Math.min(skipped, chunk.length)
    left -= some.length
    if (some.length > 0) yield some
    if (left === 0) return
  }
}
