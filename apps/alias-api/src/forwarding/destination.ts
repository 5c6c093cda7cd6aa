/** The destination and filters of a forwarding rule. */
export interface Destination {
  to: string
  forwardingAddressId: string
  isHosted: boolean
  /** Whether the alias's domain is not its owner's any more, in whose name nothing may leave. */
  isStopped: boolean
  /** Whether mail to it bounced, and nobody has confirmed it again. */
  isSuspended: boolean
  /** Where links are that disable and extend the alias; null: there are none. */
  aliasLinks: 'header' | 'footer' | null
  removesTrackers: boolean
  /** Whether mail that fails DMARC under a policy of `none` is forwarded, marked. */
  forwardsUnverified: boolean
  isEncrypted: boolean
  filterSender: string | null
  filterSubject: string | null
}
