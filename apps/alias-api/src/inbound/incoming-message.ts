import type { CarriedTrace } from '@waypost/telemetry'
import type { Dsn } from '../smtp/commands/read-dsn.ts'
import type { Stored } from '../storage/stored.ts'

/** A message as it is stored: in its row, with the part that is too large for a row in the store. */
export interface ReadContent extends Stored {
  /** The size of the whole message. */
  size: number
  /** The body hash that a DKIM signature covers, for a message that is not in its row alone. */
  bodyHash: string | null
}

/** A message as the client delivered it. */
export interface IncomingMessage extends ReadContent {
  mailFrom: string
  recipients: string[]
  /** What the client said of delivery status notifications; absent: nothing. */
  dsn?: Dsn | undefined
  clientIp: string
  clientName: string
  /**
   * What the message is recognised by when it is sent again, because another database could not take it for its recipients;
   * absent where there is no other.
   */
  partHash?: Buffer | undefined
  /** The trace of the SMTP conversation. */
  trace: CarriedTrace
}
