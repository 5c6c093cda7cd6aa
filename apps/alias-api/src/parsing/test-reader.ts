import { storeFiles } from './store-files.ts'
import type { MessageParser } from './message-parser.ts'
import { parseLargeMessage } from './parse-large-message.ts'
import { parseWholeMessage } from './parse-whole-message.ts'

/** For tests: parses messages in this process. */
export const readerInProcess: Omit<MessageParser, 'close'> = {
  parse: parseWholeMessage,
  parseLarge: (read, keep) => storeFiles(parseLargeMessage(read()), keep),
}
