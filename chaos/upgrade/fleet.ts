import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { until } from '../../harness/delivery/bed.ts'
import { findFreePort } from '../../packages/testing/src/find-free-port.ts'
import type { Balancer, Replica } from './balancer.ts'

/** A kind of process, of which there are several replicas. */
export interface Kind {
  name: string
  entry: string
  /** The variable for the port where it accepts connections; absent where it accepts none. */
  portVariable?: string
  /** The load balancer in front of it. */
  balancer?: Balancer
}

/** How a process ended after SIGTERM. */
interface Ending {
  name: string
  code: number | null
  afterMs: number
}

interface Member {
  replica: Replica
  child: ChildProcess
}

export interface Fleet {
  /**
   * Starts another replica, and resolves once the load balancer uses it.
   *
   * @param checkout - The checkout whose code it runs; by default this one.
   */
  add(kind: Kind, checkout?: string): Promise<void>
  /** Starts another replica and then stops the oldest, as an upgrade does. */
  replaceOldest(kind: Kind): Promise<Ending>
  endings: Ending[]
  close(): Promise<void>
}

const startLimitMs = 180_000
const thisCheckout = path.resolve(import.meta.dirname, '../..')

export function createFleet(environment: Record<string, string>): Fleet {
  const members = new Map<Kind, Member[]>()
  const endings: Ending[] = []

  const add = async (kind: Kind, checkout = thisCheckout): Promise<void> => {
    const [port, internalPort] = await Promise.all([findFreePort(), findFreePort()])
    const env = {
      ...environment,
      ...(kind.portVariable !== undefined && { [kind.portVariable]: String(port) }),
      METRICS_PORT: String(internalPort),
    }
    const child = fork(path.join(checkout, 'apps', kind.entry), {
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[]
    if (said !== 'ready') throw new Error(`${kind.name} did not start`)
    const replica = { port, readyUrl: `http://127.0.0.1:${internalPort}/readyz` }
    members.set(kind, [...(members.get(kind) ?? []), { replica, child }])
    if (!kind.balancer) return
    const { balancer } = kind
    balancer.add(replica)
    await until(`${kind.name} being ready`, async () => balancer.isReady(replica), startLimitMs)
  }

  const end = async (kind: Kind, { child, replica }: Member): Promise<Ending> => {
    const signalledAt = performance.now()
    const ended = once(child, 'exit') as Promise<[number | null]>
    child.kill('SIGTERM')
    const [code] = await ended
    kind.balancer?.remove(replica)
    const ending = { name: kind.name, code, afterMs: performance.now() - signalledAt }
    endings.push(ending)
    return ending
  }

  return {
    add,
    endings,
    async replaceOldest(kind) {
      await add(kind)
      const [oldest, ...others] = members.get(kind)!
      members.set(kind, others)
      return end(kind, oldest!)
    },
    async close() {
      const all = [...members].flatMap(([, list]) => list).map(({ child }) => child)
      await Promise.all(
        all.map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return
          const ended = once(child, 'exit')
          child.kill('SIGKILL')
          await ended
        }),
      )
    },
  }
}
