import { Readable } from 'node:stream'
import type { Carried } from './send-outbound.ts'

/** A message as it is handed to whoever sends it: a large one as a stream, which is read once. */
export function rawOf({ content, openRest }: Pick<Carried, 'content' | 'openRest'>): Buffer | Readable {
  return openRest ? Readable.from(wholeOf(content, openRest), { objectMode: false }) : content
}

async function* wholeOf(content: Buffer, openRest: NonNullable<Carried['openRest']>): AsyncGenerator<Buffer> {
  yield content
  yield* openRest()
}
