import type { MxConnection } from './mx-connection.ts'

/** Connections that have delivered a message, for the next one to the same host. */
export interface IdleConnections {
  take(key: string): MxConnection | undefined
  keep(key: string, connection: MxConnection): void
  close(): void
}

const usual = { idleMs: 2_000, maxMessages: 100, maxConnections: 200 }

/** @param options `idleMs`: how long a connection waits for its next message before it is closed */
export function createIdleConnections(options: Partial<typeof usual> = {}): IdleConnections {
  const { idleMs, maxMessages, maxConnections } = { ...usual, ...options }
  const idle = new Map<MxConnection, { key: string; timer: NodeJS.Timeout }>()
  const remove = (connection: MxConnection): void => {
    clearTimeout(idle.get(connection)?.timer)
    idle.delete(connection)
  }
  return {
    take(key) {
      for (const [connection, { key: own }] of idle) {
        if (own !== key) continue
        remove(connection)
        if (connection.isOpen()) return connection
      }
      return undefined
    },
    keep(key, connection) {
      if (!connection.isOpen()) return
      if (connection.taken() >= maxMessages || idle.size >= maxConnections) return connection.quit()
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
