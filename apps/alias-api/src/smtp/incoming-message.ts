import type { CarriedTrace } from '@waypost/telemetry'
import type { ReadContent } from './read-content.ts'

/** A message as it was handed over. */
export interface IncomingMessage extends ReadContent {
  mailFrom: string
  recipients: string[]
  clientIp: string
  clientName: string
  /** Of the conversation. */
  trace: CarriedTrace
}
