import type { Clock } from '@waypost/postgres'
import { PostponedError } from './postponed-error.ts'

/** A conversation with mail servers for one message of an owner. */
export interface Conversation {
  /**
   * It goes on with this host.
   *
   * @throws PostponedError where the host or the owner has its share of slow conversations already
   */
  at(host: string): void
  end(): void
}

export interface SlowConversationLimits {
  /** From when on a conversation with a host is slow. */
  slowMs: number
  perOwner: number
  perHost: number
  inTotal: number
}

const usualLimits: SlowConversationLimits = { slowMs: 1_000, perOwner: 30, perHost: 20, inTotal: 300 }
const fastForMs = 600_000
const maxFastHosts = 10_000

/**
 * Bounds the slow conversations of each owner, with each host, and of the process, so that slow hosts cost only their
 * own mail. Above a bound no conversation begins, except with a host that was fast a moment ago. Conversations turn
 * out to be slow after they have begun, so those that begin at the same time may pass a bound; none is cut. Twice the
 * bound holds for conversations at once, slow or not, so that they storm no host.
 */
export function createSlowConversations(
  clock: Pick<Clock, 'now'>,
  limits: Partial<SlowConversationLimits> = {},
): { begin: (ownerId: string) => Conversation } {
  const { slowMs, perOwner, perHost, inTotal } = { ...usualLimits, ...limits }
  const owners = createCounts()
  const hosts = createCounts()
  const fastUntil = new Map<string, number>()
  let total = 0
  const begunBy = createCounts()
  const begunAt = createCounts()
  let begun = 0

  const noteFast = (host: string): void => {
    // The newest last, so that the first is the one to drop.
    fastUntil.delete(host)
    if (fastUntil.size >= maxFastHosts) fastUntil.delete(fastUntil.keys().next().value!)
    fastUntil.set(host, clock.now() + fastForMs)
  }
  const mayBegin = (ownerId: string, host: string): boolean => {
    if (hosts.of(host) >= perHost || begunAt.of(host) >= 2 * perHost) return false
    if ((fastUntil.get(host) ?? 0) > clock.now()) return true
    return owners.of(ownerId) < perOwner && total < inTotal
  }

  return {
    begin(ownerId) {
      // Slow name servers keep a message from its host, too.
      if (begunBy.of(ownerId) >= 2 * perOwner || begun >= 2 * inTotal)
        throw new PostponedError('too many conversations')
      begunBy.add(ownerId, 1)
      begun += 1
      let current: string | undefined
      let isSlow = false
      let timer: NodeJS.Timeout
      const count = (change: 1 | -1): void => {
        total += change
        owners.add(ownerId, change)
        if (current !== undefined) hosts.add(current, change)
      }
      const watch = (): void => {
        timer = setTimeout(() => {
          isSlow = true
          count(1)
          if (current !== undefined) fastUntil.delete(current)
        }, slowMs)
      }
      const leave = (): void => {
        clearTimeout(timer)
        if (isSlow) count(-1)
        else if (current !== undefined) noteFast(current)
        if (current !== undefined) begunAt.add(current, -1)
        isSlow = false
        current = undefined
      }
      watch()
      return {
        at(host) {
          leave()
          if (!mayBegin(ownerId, host)) throw new PostponedError(`too many conversations, for ${host}`)
          current = host
          begunAt.add(host, 1)
          watch()
        },
        end() {
          leave()
          begunBy.add(ownerId, -1)
          begun -= 1
        },
      }
    },
  }
}

function createCounts() {
  const counts = new Map<string, number>()
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    add(key: string, change: number): void {
      const next = (counts.get(key) ?? 0) + change
      if (next === 0) counts.delete(key)
      else counts.set(key, next)
    },
  }
}
