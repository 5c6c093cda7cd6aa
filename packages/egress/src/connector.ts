import { isIP, type Socket } from 'node:net'
import { buildConnector, errors } from 'undici'
import { dialAllowedAddress, type Lookup } from './dial-allowed-address.ts'
import type { EgressPolicy } from './policy.ts'
import { unlessAborted } from './unless-aborted.ts'

export interface EgressConnectorOptions {
  policy: EgressPolicy
  /** For DNS, TCP and TLS together. */
  connectTimeoutMs: number
  /** Defaults to `resolveHost`, which uses DNS alone. */
  lookup?: Lookup
  /** Certificate authorities (PEM), trusted instead of Node's own. */
  ca?: string
}

/**
 * An undici connector that reaches only what `policy` allows: `new Agent({ connect: createEgressConnector(…) })`. It
 * uses HTTP/1.1. Requests fail with BlockedAddressError (`ERR_BLOCKED_ADDRESS`), undici's ConnectTimeoutError
 * (`UND_ERR_CONNECT_TIMEOUT`), or the error of the resolver, the connection or TLS.
 */
export function createEgressConnector({
  policy,
  connectTimeoutMs,
  lookup,
  ca,
}: EgressConnectorOptions): buildConnector.connector {
  // Adds TLS to a connected socket and caches sessions by server name; our own timeout includes the handshake.
  const startTls = buildConnector({ allowH2: false, timeout: 0, ca })

  async function open(
    { hostname, host, port, protocol }: buildConnector.Options,
    signal: AbortSignal,
  ): Promise<Socket> {
    const isTls = protocol === 'https:'
    const portNumber = port === '' ? (isTls ? 443 : 80) : Number(port)
    const socket = await dialAllowedAddress({ policy, lookup, hostname, port: portNumber, signal })
    if (!isTls) return socket

    // The certificate must be for the URL's host. undici's own servername would be that of the Host header.
    const servername = isIP(hostname) === 0 ? hostname : undefined
    const secured = new Promise<Socket>((resolve, reject) => {
      startTls({ hostname, host, port, protocol, servername, httpSocket: socket }, (error, tlsSocket) =>
        error === null ? resolve(tlsSocket) : reject(error),
      )
    })
    try {
      return await unlessAborted(secured, signal)
    } catch (error) {
      socket.destroy()
      throw error
    }
  }

  async function connect(options: buildConnector.Options, callback: buildConnector.Callback): Promise<void> {
    const signal = AbortSignal.timeout(connectTimeoutMs)
    const outcome: Parameters<buildConnector.Callback> = await open(options, signal).then(
      (socket) => [null, socket],
      (error: Error) => [error === signal.reason ? timeoutError(options.hostname) : error, null],
    )
    callback(...outcome)
  }

  function timeoutError(hostname: string): Error {
    return new errors.ConnectTimeoutError(`No connection to ${hostname} within ${connectTimeoutMs} ms`)
  }

  return (options, callback) => void connect(options, callback)
}
