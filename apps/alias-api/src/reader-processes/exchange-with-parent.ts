import { once } from 'node:events'
import { toBuffer } from './to-buffer.ts'

/** The exchange before, if any: streams ask for the next piece while the one before is still being sent. */
let last: Promise<unknown> = Promise.resolve()

/** In a reader: sends an answer to its parent and waits for the request that follows it, after all exchanges before. */
export function exchangeWithParent(answer: object): Promise<object> {
  const next = last.then(async () => {
    const following = once(process, 'message')
    process.send!(answer)
    const [request] = (await following) as [object]
    return request
  })
  last = next
  return next
}

/** In a reader: the pieces of the message that its parent has begun to hand over, each asked for when it is needed. */
export async function* requestPieces(first: 'piece' | 'first piece' = 'piece'): AsyncGenerator<Buffer> {
  for (let wants = first; ; wants = 'piece') {
    const request = (await exchangeWithParent({ wants })) as { piece?: Uint8Array | null }
    if (!request.piece) return
    yield toBuffer(request.piece)
  }
}

/** In a reader: the same from the beginning, for a message that is read more than once. */
export const requestFromBeginning = (): AsyncGenerator<Buffer> => requestPieces('first piece')
