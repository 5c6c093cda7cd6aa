import { createAuthenticityChecker } from '../authenticity/authenticity-checker.ts'
import type { DnsOptions, MailProcess } from '../services.ts'
import type { MessageReader } from './list-message.ts'
import { createMessageParser } from '../parsing/message-parser.ts'

/** Starts the parser and checker processes, which read untrusted messages. */
export function openMessageReader({ onStop }: Pick<MailProcess, 'onStop'>, dns: DnsOptions): MessageReader {
  const parser = createMessageParser({
    processes: 2,
    timeoutMs: 5000,
    largeTimeoutMs: 20_000,
    memoryMiB: 256,
  })
  onStop(parser.close)
  const checker = createAuthenticityChecker(dns, { timeoutMs: 15_000, memoryMiB: 256 })
  onStop(checker.close)
  return { ...parser, check: checker.check }
}
