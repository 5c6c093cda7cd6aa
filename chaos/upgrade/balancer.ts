import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Replica {
  port: number
  /** Where it says whether it is ready. */
  readyUrl: string
}

export interface Balancer {
  port: number
  add(replica: Replica): void
  /** No more is asked of it; connections that are open stay. */
  remove(replica: Replica): void
  isReady(replica: Replica): boolean
  /** Connections for which there was no replica, or that the chosen one did not take. */
  refused: number
  close(): void
}

const probeEveryMs = 250
const probeTimeoutMs = 2000

/**
 * Leads connections to one replica after the other, to those that say that they are ready: what stands before the
 * processes where they run, and knows no more than it.
 */
export async function startBalancer(): Promise<Balancer> {
  const replicas = new Map<Replica, { isReady: boolean; isAsked: boolean }>()
  const sockets = new Set<Socket>()
  let turn = 0

  const next = (): Replica | undefined => {
    const ready = [...replicas].filter(([, { isReady }]) => isReady)
    turn += 1
    return ready[turn % ready.length]?.[0]
  }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const replica = next()
    if (!replica) {
      balancer.refused += 1
      client.destroy()
      return
    }
    const upstream = connect({ port: replica.port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    upstream.once('error', () => {
      if (upstream.connecting || upstream.bytesRead === 0) balancer.refused += 1
    })
    join(client, upstream)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const probing = setInterval(() => {
    for (const [replica, state] of replicas) {
      // One question at a time: an answer that is overtaken would speak of the past.
      if (state.isAsked) continue
      state.isAsked = true
      void ask(replica.readyUrl).then((isReady) => Object.assign(state, { isReady, isAsked: false }))
    }
  }, probeEveryMs)

  const balancer: Balancer = {
    port: (server.address() as AddressInfo).port,
    refused: 0,
    add: (replica) => void replicas.set(replica, { isReady: false, isAsked: false }),
    remove: (replica) => void replicas.delete(replica),
    isReady: (replica) => replicas.get(replica)?.isReady ?? false,
    close() {
      clearInterval(probing)
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  return balancer
}

async function ask(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(probeTimeoutMs) })
    await answer.text()
    return answer.ok
  } catch {
    return false
  }
}

/** What one side says the other hears, its end and its failure too. */
function join(one: Socket, other: Socket): void {
  one.pipe(other)
  other.pipe(one)
  one.once('error', () => other.resetAndDestroy())
  other.once('error', () => one.resetAndDestroy())
}
