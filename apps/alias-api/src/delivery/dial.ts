import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { EgressPolicy } from '@waypost/egress'
import type { DnsOptions } from '../services.ts'
import { beforeDeadline } from './before-deadline.ts'
import { DeliveryError } from './delivery-error.ts'
import { resolveAllowed } from './resolve-allowed.ts'

const connectMs = 15_000

/** Connects to an address of a host that may be reached; undefined where none answers in time. */
export async function dial(
  { host, port, dns, egress }: { host: string; port: number; dns: DnsOptions; egress: EgressPolicy },
  deadline: AbortSignal,
): Promise<Socket | undefined> {
  const addresses = resolveAllowed(host, dns, egress)
  const allowed = await beforeDeadline(addresses, `The addresses of ${host}`, deadline)
  if (allowed.length === 0) throw new DeliveryError(`451 4.4.3 ${host} has no allowed address`)
  const socket = connect({
    host,
    port,
    lookup: (_hostname, _options, answer) => answer(null, allowed),
    autoSelectFamily: true,
  })
  socket.on('error', () => {})
  try {
    const signal = AbortSignal.any([deadline, AbortSignal.timeout(connectMs)])
    await once(socket, 'connect', { signal })
    return socket
  } catch {
    socket.destroy()
    return undefined
  }
}
