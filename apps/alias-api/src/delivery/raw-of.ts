import { Readable } from 'node:stream'
import type { TransportMessage } from './send-outbound.ts'

type Sent = Pick<TransportMessage, 'content' | 'openRest'>

/** A message in the form in which a transport takes it: a large one as a stream that is read once. */
export const rawOf = (message: Sent): Buffer | Readable =>
  message.openRest ? streamOf(message) : message.content

/** A message as a stream, which says whether a byte of it was read. */
export function streamOf({ content, openRest }: Sent): Readable {
  if (openRest) return Readable.from(wholeOf(content, openRest), { objectMode: false })
  // `Readable.from` would read it by three promises.
  const stream = new Readable({
    read() {
      stream.push(content)
      stream.push(null)
    },
  })
  return stream
}

async function* wholeOf(
  content: Buffer,
  openRest: NonNullable<TransportMessage['openRest']>,
): AsyncGenerator<Buffer> {
  yield content
  yield* openRest()
}
