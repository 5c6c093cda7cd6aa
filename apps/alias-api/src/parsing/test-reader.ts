import { storeFiles } from './store-files.ts'
import type { MessageParser } from './message-parser.ts'
import { parseLargeMessage } from './parse-large-message.ts'
import { parseMessage } from './parse-message.ts'

/** For tests: parses messages in this process. */
export const readerInProcess: Omit<MessageParser, 'close'> = {
  parse: parseMessage,
  parseLarge: (read, keep) => storeFiles(parseLargeMessage(read()), keep),
}
