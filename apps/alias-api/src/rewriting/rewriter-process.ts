import {
  exchangeWithParent,
  requestFromBeginning,
  requestPieces,
} from '../reader-processes/exchange-with-parent.ts'
import { addFooter } from './add-footer.ts'
import { removeTrackers } from './remove-trackers.ts'
import type { Rewriting, RewriterAnswer, RewriterRequest, Rewritten } from './rewriter-request.ts'

// Ctrl-C signals the whole process group. The rewriter finishes its message, and its parent ends it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

// Of most messages all that follows the header.
const pieceBytes = 262_144

const send = (answer: RewriterAnswer) => process.send!(answer)

// OpenPGP.js takes 20 MB, and 0.2 s to import, so it is there only where something is encrypted.
async function* rewriteAs(how: Rewriting): AsyncGenerator<Buffer, Rewritten> {
  if (how.does === 'removeTrackers') return { removed: yield* removeTrackers(requestPieces()) }
  if (how.does === 'addFooter') return { hasFooter: yield* addFooter(requestFromBeginning, how) }
  const { encryptMessage } = await import('../pgp/encrypt-message.ts')
  yield* encryptMessage(requestPieces(), how)
  return {}
}

async function rewrite(how: Rewriting): Promise<Rewritten> {
  const rewriting = rewriteAs(how)
  let held: Buffer[] = []
  let size = 0
  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(held)
    held = []
    size = 0
    await exchangeWithParent({ bytes } satisfies RewriterAnswer)
  }
  for (;;) {
    const next = await rewriting.next()
    if (next.done) {
      if (size > 0) await flush()
      return next.value
    }
    held.push(next.value)
    size += next.value.length
    if (size >= pieceBytes) await flush()
  }
}

// Rewrites one message after the other. Ends with its parent.
process.on('message', (request: RewriterRequest) => {
  if (!('begin' in request)) return
  void rewrite(request.begin)
    .then((rewritten): RewriterAnswer => ({ rewritten }))
    .catch((error: unknown): RewriterAnswer => ({ error: String(error) }))
    .then(send)
})

process.send!('ready')
