const dayMs = 86_400_000

/** How much mail the account of an alias stores, and may store. */
export interface MailboxStorage {
  accountId: string
  storedBytes: number
  limitBytes: number
  /** Since when it is full; null where it is not. */
  fullAt: Date | null
}

// For a day senders try again, and the owner can make room; then they are told that the mail will not arrive.
const deferredMs = dayMs
// Below this share the storage is no longer full, so that its owner is told again when it fills up the next time.
const roomy = 0.9

/**
 * Whether a message fits.
 *
 * @param bytes its size as its sender announces it, or 0
 */
export const isFull = ({ storedBytes, limitBytes }: MailboxStorage, bytes: number): boolean =>
  storedBytes >= limitBytes || storedBytes + bytes > limitBytes

/** Whether senders of mail that does not fit are told to give up. */
export const isFullForLong = ({ fullAt }: MailboxStorage, now: number): boolean =>
  fullAt !== null && now - fullAt.getTime() >= deferredMs

/** Whether storage that was full has room again. */
export const hasRoomAgain = ({ fullAt, storedBytes, limitBytes }: MailboxStorage): boolean =>
  fullAt !== null && storedBytes <= limitBytes * roomy
