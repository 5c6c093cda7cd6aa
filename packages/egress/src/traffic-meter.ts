import type { Socket } from 'node:net'

/** The limits of a proxy's total traffic; a missing limit is not enforced. */
export interface TrafficLimits {
  /** In both directions, as the targets see them, with headers and TLS. Checked four times a second. */
  bytes?: number
  /** Connections to targets, refused ones included. */
  connections?: number
}

export interface Traffic {
  bytes: number
  connections: number
}

const checkEveryMs = 250

/**
 * Counts the traffic with targets, and calls `onTooMuch` once, when the limit on bytes is passed. It reads the
 * sockets' own counters from time to time, so that the transfer itself is not slowed down.
 */
export function createTrafficMeter(limits: TrafficLimits, onTooMuch: () => void) {
  const { bytes: maxBytes = Infinity, connections: maxConnections = Infinity } = limits
  const open = new Set<Socket>()
  let connections = 0
  let bytesOfClosed = 0
  const countBytes = () => [...open].reduce((sum, socket) => sum + bytesOf(socket), bytesOfClosed)

  const timer =
    maxBytes === Infinity
      ? undefined
      : setInterval(() => {
          if (countBytes() <= maxBytes) return
          clearInterval(timer)
          onTooMuch()
        }, checkEveryMs).unref()

  return {
    read: (): Traffic => ({ bytes: countBytes(), connections }),
    /** Counts one more connection; false if it must not be opened. */
    admit(): boolean {
      connections += 1
      return connections <= maxConnections && countBytes() <= maxBytes
    },
    watch(socket: Socket): void {
      open.add(socket)
      socket.once('close', () => {
        open.delete(socket)
        bytesOfClosed += bytesOf(socket)
      })
    },
    stop: () => clearInterval(timer),
  }
}

const bytesOf = (socket: Socket): number => socket.bytesRead + socket.bytesWritten
