import type { CarriedTrace } from '@waypost/telemetry'
import type { Queue } from 'pg-boss'
import type { Destination } from './destination.ts'

/**
 * Received emails that could not be forwarded when they were listed: `{ emailId }`. Where DNS does not answer whether
 * the author is authentic, the job retries with growing pauses for at least a day; after that the email is withheld.
 * A job whose process dies is taken over by another.
 */
export const forwardQueue = {
  name: 'forwards',
  notify: true,
  heartbeatSeconds: 20,
  expireInSeconds: 900,
  retryLimit: 60,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 3600,
  deleteAfterSeconds: 3600,
} satisfies Queue

/** The forwards that are rewritten first, each of which may take a process for seconds; others do not wait for them. */
export const rewrittenForwardQueue = { ...forwardQueue, name: 'rewritten-forwards' } satisfies Queue

/** Whether what is forwarded to a destination is another message than the one received. */
export const isRewritten = ({
  removesTrackers,
  aliasLinks,
  isEncrypted,
}: Pick<Destination, 'removesTrackers' | 'aliasLinks' | 'isEncrypted'>): boolean =>
  removesTrackers || aliasLinks === 'footer' || isEncrypted

export interface ForwardJob extends CarriedTrace {
  emailId: string
  /**
   * The destination that the rules of the alias have chosen; null where they have chosen none, and only the author is yet to be
   * authenticated. Absent: what the forwarding rule says by then.
   */
  forwardingAddressId?: string | null
  /** Which of several forwards of the email it is. */
  number?: number
}
