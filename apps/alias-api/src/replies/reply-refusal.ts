import { Refusal } from '../smtp/refusal.ts'

export const together = () => new Refusal(452, '4.5.3 Mail to this recipient has to come by itself')
export const automatic = () => new Refusal(550, '5.7.1 Automatic replies do not leave from an alias')
export const strangeAuthor = () =>
  new Refusal(550, '5.7.1 Only the confirmed mailbox that the alias forwards to may write to this address')
export const unauthenticated = () =>
  new Refusal(
    550,
    '5.7.26 The mail does not pass DMARC, so it may not be from the mailbox that the alias forwards to',
  )
export const unreadable = () => new Refusal(554, '5.6.0 The mail cannot be read, so nothing of it was sent')
export const namesMailbox = (what: string) =>
  new Refusal(554, `5.7.1 Not sent: ${what} would show your mailbox to the recipient`)
/** @param reason for the owner, who alone can be refused so far */
export const notAllowed = (reason: string) => new Refusal(550, `5.7.1 ${toLine(reason)}`)
export const limitReached = (reason: string) => new Refusal(452, `4.7.1 ${toLine(reason)}`)
export const storageFull = (reason: string) => new Refusal(552, `5.2.2 ${toLine(reason)}`)

// A line of an answer has at most 512 bytes (RFC 5321, section 4.5.3.1.5), in ASCII.
const toLine = (reason: string): string => reason.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 400)
