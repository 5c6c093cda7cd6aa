/** The host has no address, or the request no port, that the egress policy allows. Nothing was sent. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError'
  readonly code = 'ERR_BLOCKED_ADDRESS'

  /** The message names the host and not the addresses: users read it, and internal DNS is not theirs to see. */
  constructor(host: string) {
    super(`Address not allowed: ${host}`)
  }
}
