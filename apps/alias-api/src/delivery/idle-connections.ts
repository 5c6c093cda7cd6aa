import type { Clock } from '@waypost/postgres'
import type { MxConnection } from './mx-connection.ts'

/** Connections that have delivered a message, for the next one to the same host. */
export interface IdleConnections {
  take(key: string): MxConnection | undefined
  keep(key: string, connection: MxConnection): void
  close(): void
}

// As long as Postfix uses a connection again: records in DNS and balancers at the host have changed by then.
const usual = { idleMs: 2_000, maxMessages: 100, maxAgeMs: 300_000, maxConnections: 200 }

/** @param options `idleMs`: how long a connection waits for its next message before it is closed */
export function createIdleConnections(
  clock: Pick<Clock, 'now'>,
  options: Partial<typeof usual> = {},
): IdleConnections {
  const { idleMs, maxMessages, maxAgeMs, maxConnections } = { ...usual, ...options }
  const idle = new Map<MxConnection, { key: string; timer: NodeJS.Timeout }>()
  const remove = (connection: MxConnection): void => {
    clearTimeout(idle.get(connection)?.timer)
    idle.delete(connection)
  }
  const isSpent = (connection: MxConnection): boolean =>
    connection.taken() >= maxMessages || clock.now() - connection.openedAt >= maxAgeMs
  return {
    take(key) {
      for (const [connection, { key: own }] of idle) {
        if (own !== key) continue
        remove(connection)
        if (!connection.isOpen()) continue
        if (!isSpent(connection)) return connection
        connection.quit()
      }
      return undefined
    },
    keep(key, connection) {
      if (!connection.isOpen()) return
      if (isSpent(connection) || idle.size >= maxConnections) return connection.quit()
      const timer = setTimeout(() => {
        idle.delete(connection)
        connection.quit()
      }, idleMs)
      idle.set(connection, { key, timer })
    },
    close() {
      for (const connection of idle.keys()) {
        remove(connection)
        connection.quit()
      }
    },
  }
}
