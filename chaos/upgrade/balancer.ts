import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Replica {
  port: number
  /** Its readiness probe. */
  readyUrl: string
}

export interface Balancer {
  port: number
  add(replica: Replica): void
  /** Gives it no new connections; open ones stay. */
  remove(replica: Replica): void
  isReady(replica: Replica): boolean
  /**
   * Why each connection was refused for which no replica was ready, or that the chosen one refused, since the first replica was
   * ready.
   */
  refusals: string[]
  close(): void
}

const probeEveryMs = 250
const probeTimeoutMs = 2000

/**
 * A TCP load balancer: gives each connection to the next ready replica. Like a load balancer in production, it knows
 * of a replica only what its readiness probe answers.
 */
export async function startBalancer(name: string): Promise<Balancer> {
  const replicas = new Map<Replica, { isReady: boolean; isProbed: boolean; answer: string }>()
  const sockets = new Set<Socket>()
  let turn = 0
  // A process that starts looks for others before the first of them is there.
  let hasBeenReady = false

  const next = (): Replica | undefined => {
    const ready = [...replicas].filter(([, { isReady }]) => isReady)
    turn += 1
    return ready[turn % ready.length]?.[0]
  }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const replica = next()
    if (!replica) {
      const answers = [...replicas.values()].map(({ answer }) => answer)
      if (hasBeenReady)
        balancer.refusals.push(`${name}: none of ${replicas.size} was ready: ${answers.join('; ')}`)
      client.destroy()
      return
    }
    const upstream = connect({ port: replica.port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    upstream.once('error', (error) => {
      if (upstream.connecting || upstream.bytesRead === 0) balancer.refusals.push(`${name}: ${error.message}`)
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
      // One probe at a time: a late answer must not replace a newer one.
      if (state.isProbed) continue
      state.isProbed = true
      void probe(replica.readyUrl).then((result) => {
        Object.assign(state, result, { isProbed: false })
        hasBeenReady ||= result.isReady
      })
    }
  }, probeEveryMs)

  const balancer: Balancer = {
    port: (server.address() as AddressInfo).port,
    refusals: [],
    add: (replica) =>
      void replicas.set(replica, { isReady: false, isProbed: false, answer: 'not probed yet' }),
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

async function probe(url: string): Promise<{ isReady: boolean; answer: string }> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(probeTimeoutMs) })
    return { isReady: answer.ok, answer: await answer.text() }
  } catch (error) {
    return { isReady: false, answer: String(error) }
  }
}

/** Passes bytes, the end and errors of each side on to the other. */
function join(one: Socket, other: Socket): void {
  one.pipe(other)
  other.pipe(one)
  one.once('error', () => other.resetAndDestroy())
  other.once('error', () => one.resetAndDestroy())
}
