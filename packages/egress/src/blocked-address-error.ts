/** The egress policy allows none of the host's addresses, or not the request's port. Nothing was sent. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError'
  readonly code = 'ERR_BLOCKED_ADDRESS'

  /** The message contains the host but no addresses: users read it, and internal DNS must not be visible to them. */
  constructor(host: string) {
    super(`Address not allowed: ${host}`)
  }
}
