import type { Fault } from './find-fault.ts'

/** An answer in the words of SMTP; 421 ends the connection. */
export class Refusal extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

const faultsInWords: Record<Fault, string> = {
  newline: '5.6.0 Lines must end in CRLF',
  author: '5.6.0 There must be one From field',
}

export const noSuchAlias = () => new Refusal(550, '5.1.1 No such alias')
export const tryLater = () => new Refusal(451, '4.3.0 Try again later')
export const noRoom = () => new Refusal(452, '4.3.1 Too much mail at the moment')
export const tooManyConnections = () => new Refusal(421, '4.7.0 Too many connections from your address')
export const tooManyGuesses = () => new Refusal(421, '4.7.0 Too many unknown recipients from your address')
export const faulty = (fault: Fault) => new Refusal(554, faultsInWords[fault])
