import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'
import { TimeoutError } from '@waypost/sdk'
import { z } from 'zod'

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

const progressEveryMs = 10_000

/** Clients give up after a minute by default. */
export const waitSeconds = z.number().int().min(0).max(600).default(50)

/**
 * Waits for a result, and tells a client that asked for it that the wait goes on, so that it does not give up.
 *
 * @returns undefined if there is none in time
 */
export async function waitWithProgress<Result>(
  { signal, _meta, sendNotification }: Extra,
  seconds: number,
  wait: (options: { timeoutMs: number; signal: AbortSignal }) => Promise<Result>,
): Promise<Result | undefined> {
  const progressToken = _meta?.progressToken
  const startedAt = Date.now()
  const tell = () => {
    const progress = Math.round((Date.now() - startedAt) / 1000)
    const params = { progressToken: progressToken!, progress, total: seconds }
    // A client that is gone needs no progress.
    sendNotification({ method: 'notifications/progress', params }).catch(() => {})
  }
  const timer = progressToken === undefined ? undefined : setInterval(tell, progressEveryMs)
  try {
    return await wait({ timeoutMs: seconds * 1000, signal })
  } catch (error) {
    if (error instanceof TimeoutError) return undefined
    throw error
  } finally {
    clearInterval(timer)
  }
}
