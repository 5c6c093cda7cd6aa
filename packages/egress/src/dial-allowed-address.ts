import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { BlockedAddressError } from './blocked-address-error.ts'
import { type EgressPolicy, isAllowedPort } from './policy.ts'
import { resolveHost } from './resolve-host.ts'
import { unlessAborted } from './unless-aborted.ts'

/** Resolves a host name to all its addresses, in the order in which to try them. */
export type Lookup = (hostname: string) => Promise<LookupAddress[]>

// How long one address may not answer before the next one is tried as well.
const attemptTimeoutMs = 1000

/**
 * Resolves `hostname` once and opens a TCP connection to the first of its allowed addresses that answers. The name is
 * not resolved again after the check, so the dialled address is the checked one (no DNS rebinding). Rejects with
 * BlockedAddressError, the error of the resolver or the connection, or `signal`'s reason. The signal has no effect on
 * an open connection.
 */
export async function dialAllowedAddress({
  policy,
  lookup = resolveHost,
  hostname,
  port,
  signal,
}: {
  policy: EgressPolicy
  lookup?: Lookup | undefined
  hostname: string
  port: number
  signal: AbortSignal
}): Promise<Socket> {
  if (!isAllowedPort(port)) throw new BlockedAddressError(hostname)

  const family = isIP(hostname)
  const resolved =
    family === 0 ? await unlessAborted(lookup(hostname), signal) : [{ address: hostname, family }]
  const allowed = resolved.filter(({ address }) => policy.allowsAddress(address))
  if (allowed.length === 0) throw new BlockedAddressError(hostname)

  const socket = connect({
    host: hostname,
    port,
    lookup: (_hostname, _options, answer) => answer(null, allowed),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptTimeoutMs,
    noDelay: true,
    keepAlive: true,
  })
  // An error event without a listener would end the process; the socket's owner gets 'close' in any case.
  socket.on('error', () => {})
  try {
    await unlessAborted(once(socket, 'connect'), signal)
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}
