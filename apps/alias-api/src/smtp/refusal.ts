import type { Fault } from './content/find-fault.ts'
import type { Receiver } from './find-receivers.ts'

/** An SMTP error answer; 421 ends the connection. */
export class Refusal extends Error {
  readonly responseCode: number
  /** The reason, shown only to the owner of the alias. */
  readonly why: string | undefined

  constructor(responseCode: number, message: string, why?: string) {
    super(message)
    this.responseCode = responseCode
    this.why = why
  }
}

const faultsInWords: Record<Fault, string> = {
  newline: '5.6.0 Lines must end in CRLF',
  author: '5.6.0 There must be one From field',
}
type Reason = NonNullable<Receiver['refusal']> | 'blocked'

const reasonsInWords: Record<Reason, string> = {
  expired: 'it has expired',
  paused: 'it is paused',
  domain: 'its domain is not verified',
  blocked: 'it has blocked the sender',
}

/** @param why only for the owner: the answer is the same for an existing and an unknown alias */
export const noSuchAlias = (why?: Reason) =>
  new Refusal(550, '5.1.1 No such alias', why && reasonsInWords[why])
export const tooLarge = () => new Refusal(552, '5.3.4 The message is too large')
export const tryLater = () => new Refusal(451, '4.3.0 Try again later')
export const noRoom = () => new Refusal(452, '4.3.1 Too much mail at the moment')
export const tooFast = () => new Refusal(450, '4.2.1 The mailbox receives too much mail at the moment')
export const mailboxFull = () => new Refusal(452, '4.2.2 The mailbox is full')
export const mailboxFullForLong = () => new Refusal(552, '5.2.2 The mailbox is full')
export const tooBusy = () => new Refusal(421, '4.3.2 Too many connections at the moment')
export const tooManyConnections = () => new Refusal(421, '4.7.0 Too many connections from your address')
export const tooManyUnknown = () => new Refusal(450, '4.7.1 Too many unknown recipients from your address')
export const tooManyGuesses = () => new Refusal(421, '4.7.0 Too many unknown recipients from your address')
export const unknownParameter = (name: string) =>
  new Refusal(555, `5.5.4 Unknown parameter ${name.slice(0, 40)}`)
export const badParameter = (name: string) => new Refusal(501, `5.5.4 Invalid value of ${name}`)
export const needsSmtpUtf8 = () => new Refusal(553, '5.6.7 The address needs SMTPUTF8')
export const faulty = (fault: Fault) => new Refusal(554, faultsInWords[fault])
