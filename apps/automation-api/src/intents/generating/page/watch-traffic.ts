import type { BrowserContext, Request } from 'playwright-core'
import { waitUntil } from '../../../runner/wait-until.ts'

const QUIET_MS = 100
const PATIENCE_MS = 3000

export interface Traffic {
  /** Waits until the pages have no requests under way, or only old ones. */
  settle: (signal: AbortSignal) => Promise<void>
  end: () => void
}

/** Watches the requests of a context's pages that may change what they show. */
export function watchTraffic(context: BrowserContext): Traffic {
  const underWay = new Map<Request, number>()
  let busyAt = performance.now()
  const begin = (request: Request) => {
    if (!/^(document|xhr|fetch|script)$/.test(request.resourceType())) return
    busyAt = performance.now()
    underWay.set(request, busyAt)
  }
  const finish = (request: Request) => {
    if (underWay.delete(request)) busyAt = performance.now()
  }
  context.on('request', begin)
  context.on('requestfinished', finish)
  context.on('requestfailed', finish)
  return {
    async settle(signal) {
      const startedAt = performance.now()
      const remainingMs = () => PATIENCE_MS - (performance.now() - startedAt)
      await waitUntil({ signal, remainingMs }, () => {
        const now = performance.now()
        // A page may keep a request open for ever to receive news.
        const isBusy = [...underWay.values()].some((since) => now - since < PATIENCE_MS)
        return (!isBusy && now - Math.max(busyAt, startedAt) >= QUIET_MS) || undefined
      })
    },
    end() {
      context.off('request', begin)
      context.off('requestfinished', finish)
      context.off('requestfailed', finish)
    },
  }
}
