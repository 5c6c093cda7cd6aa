import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'

/** Waits until few enough other requests of the account are being answered by this process. */
export type TakeTurn = (request: FastifyRequest, reply: FastifyReply, accountId: string) => Promise<void>

interface Account {
  active: number
  /** Give a turn, in the order of the requests. */
  waiting: (() => void)[]
}

// An answer costs others as much as it is long: reading a mebibyte, and writing it as JSON, takes some 20 ms.
const bytesPerMs = 2 * 1024
const freeBytes = 64 * 1024
const turns = new WeakMap<FastifyRequest, () => void>()

/** Gives the turn of a request back early, such as one that waits for something to happen. */
export function endTurn(request: FastifyRequest): void {
  turns.get(request)?.()
}

/**
 * Requests of one account are answered a few at a time, so that however many it sends, those of others share the
 * database and the event loop with a few only. A turn ends when the answer is complete, and after a long one rests for
 * a while, so that each turn carries at most 2 MiB a second; a stream's ends when it begins.
 *
 * @param rest for so many milliseconds
 */
export function registerTurns(app: App, perAccount: number, rest = restUnobserved): TakeTurn {
  const accounts = new Map<string, Account>()
  const handled = new WeakSet<FastifyRequest>()
  app.addHook('preHandler', (request, _reply, done) => {
    handled.add(request)
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    const end = turns.get(request)
    const isLong = (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > freeBytes
    if (end && isLong) void rest(payload.length / bytesPerMs).then(end)
    else end?.()
    done(null, payload)
  })
  return async (request, reply, accountId) => {
    const account = accounts.get(accountId) ?? { active: 0, waiting: [] }
    accounts.set(accountId, account)
    if (account.active < perAccount) account.active += 1
    // Whoever ends a turn hands it over.
    else await new Promise<void>((resolve) => account.waiting.push(resolve))

    const end = (): void => {
      if (!turns.delete(request)) return
      const next = account.waiting.shift()
      if (next) return next()
      account.active -= 1
      if (account.active === 0) accounts.delete(accountId)
    }
    turns.set(request, end)
    // A client that goes before its request was read gets no answer. Later its work goes on, and so does its turn.
    const endUnread = (): void => {
      if (!handled.has(request)) end()
    }
    if (reply.raw.closed) endUnread()
    else reply.raw.once('close', endUnread)
  }
}

// A process that ends does not wait for it.
const restUnobserved = (ms: number): Promise<void> => setTimeout(ms, undefined, { ref: false })
