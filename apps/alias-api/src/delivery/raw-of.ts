import { Readable } from 'node:stream'
import type { TransportMessage } from './send-outbound.ts'

/** A message in the form in which a transport takes it: a large one as a stream that is read once. */
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
