/** A name was not resolved, and nor was any other: it says nothing about the name. */
export const dnsAwayCode = 'ERR_DNS_AWAY'

/** What of ours kept a request from being sent: DNS answers nothing, or the process or its machine has run out of something. */
export const ownFaults = ['dns', 'resources'] as const

export type OwnFault = (typeof ownFaults)[number]

const byCode: Record<string, OwnFault> = {
  [dnsAwayCode]: 'dns',
  EMFILE: 'resources',
  ENFILE: 'resources',
  ENOBUFS: 'resources',
  ENOMEM: 'resources',
  ENETDOWN: 'resources',
}

/**
 * The fault of ours that an error of Node, or of the egress policy tells; undefined where it may be the receiver's.
 * ENETUNREACH may: a machine without IPv6 has no way to a receiver that has nothing else, today or ever.
 */
export function findOwnFault(error: unknown): OwnFault | undefined {
  if (error instanceof AggregateError) {
    // Of several addresses, one that was tried in earnest says more.
    const faults = error.errors.map(findOwnFault)
    return faults.every((fault) => fault !== undefined) ? faults[0] : undefined
  }
  return error instanceof Error ? byCode[String((error as NodeJS.ErrnoException).code)] : undefined
}
