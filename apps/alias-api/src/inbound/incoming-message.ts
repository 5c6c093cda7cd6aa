import type { CarriedTrace } from '@waypost/telemetry'
import type { Stored } from '../storage/stored.ts'

/** A message as it is kept: in its row, and in the store what is too large for that. */
export interface ReadContent extends Stored {
  /** Of all of it. */
  size: number
  /** What a signature signs of the body of one that is not in its row alone. */
  bodyHash: string | null
}

/** A message as it was handed over. */
export interface IncomingMessage extends ReadContent {
  mailFrom: string
  recipients: string[]
  clientIp: string
  clientName: string
  /** Of the conversation. */
  trace: CarriedTrace
}
