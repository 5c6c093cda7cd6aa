import { rewrittenAtATime } from '../forwarding/forward-worker.ts'
import type { MailProcess } from '../services.ts'
import { createMessageRewriter, type MessageRewriter } from './message-rewriter.ts'

/** Opens the processes that rewrite mail before it is forwarded, of which there is none until a rule asks for it. */
export function openMessageRewriter({ onStop }: Pick<MailProcess, 'onStop'>): MessageRewriter {
  const rewriter = createMessageRewriter({
    processes: rewrittenAtATime,
    timeoutMs: 20_000,
    memoryMiB: 128,
    idleMs: 60_000,
  })
  onStop(rewriter.close)
  return rewriter
}
