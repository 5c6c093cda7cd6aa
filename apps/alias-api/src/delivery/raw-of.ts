import { Readable } from 'node:stream'
import type { TransportMessage } from './send-outbound.ts'

/** A message as it is handed to whoever sends it: a large one as a stream, which is read once. */
export function rawOf({
  content,
  openRest,
}: Pick<TransportMessage, 'content' | 'openRest'>): Buffer | Readable {
  return openRest ? Readable.from(wholeOf(content, openRest), { objectMode: false }) : content
}

async function* wholeOf(
  content: Buffer,
  openRest: NonNullable<TransportMessage['openRest']>,
): AsyncGenerator<Buffer> {
  yield content
  yield* openRest()
}
