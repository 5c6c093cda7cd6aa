import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import type { Server, Socket } from 'node:net'
import { type Jail, path } from './find-jail.ts'

/** A network namespace with a loopback interface and nothing else, in which this process listens. */
interface PrivateNetwork {
  /** The process that holds it, for `nsenter`. */
  pid: number
  /** The only address that there is. Connections that nobody takes are closed. */
  listener: Server
  /** Hands it to the next browser. */
  release(): void
}

export interface PrivateNetworks {
  take(): Promise<PrivateNetwork>
  close(): Promise<void>
}

const withinMs = 10_000
// A device directory of its own would need a second user namespace, which does not own the network.
const ownNetwork = '--unshare-user --unshare-net --ro-bind / / --dev-bind /dev /dev --die-with-parent'.split(
  ' ',
)
// The browsers' user may not be able to enter the directories of Node or of this code: it gets the one opened and the
// other as text.
const program = ['/proc/self/fd/4', '--input-type=module-typescript', '--eval']
const code = readFileSync(new URL('hold-network.ts', import.meta.url), 'utf8')

/**
 * Networks for one browser at a time. A browser there reaches only what this process accepts: a listener belongs to
 * the network in which it was opened, whoever holds it, so no byte needs a relay.
 */
export function createPrivateNetworks(jail: Jail): PrivateNetworks {
  const free: PrivateNetwork[] = []
  const holders = new Set<{ holder: ChildProcess; listener: Server }>()

  const open = async (): Promise<PrivateNetwork> => {
    const [command, ...args]: string[] = [...jail.asUser, 'bwrap', ...ownNetwork, ...program, code]
    const node = openSync(process.execPath, 'r')
    const holder = spawn(command!, args, {
      env: { PATH: path },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', node],
    })
    closeSync(node)
    const ended = once(holder, 'exit').then(() => {
      throw new Error('A private network could not be opened')
    })
    const timedOut = AbortSignal.timeout(withinMs)
    const [{ pid }, listener] = (await Promise.race([
      once(holder, 'message', { signal: timedOut }),
      ended,
    ])) as [{ pid: number }, Server]
    ended.catch(() => {})
    holder.unref()
    listener.unref()
    listener.on('connection', (socket: Socket) => {
      if (listener.listenerCount('connection') === 1) socket.destroy()
    })
    const opened = { holder, listener }
    holders.add(opened)
    const network: PrivateNetwork = {
      pid,
      listener,
      release: () => void (holder.exitCode === null && holder.signalCode === null && free.push(network)),
    }
    return network
  }

  return {
    take: async () => free.pop() ?? (await open()),
    async close() {
      for (const { holder, listener } of holders) {
        listener.close()
        holder.kill('SIGKILL')
      }
      holders.clear()
    },
  }
}
