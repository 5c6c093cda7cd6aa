/** The destination and filters of a forwarding rule. */
export interface Destination {
  to: string
  forwardingAddressId: string
  isHosted: boolean
  hasAliasLinks: boolean
  removesTrackers: boolean
  /** Whether mail that fails DMARC under a policy of `none` is forwarded, marked. */
  forwardsUnverified: boolean
  isEncrypted: boolean
  filterSender: string | null
  filterSubject: string | null
}
