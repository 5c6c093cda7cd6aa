const carriageReturn = 13
const lineFeed = 10
const space = 32
const tab = 9
const colon = 58
const from = Buffer.from('from')
const isOther = -1

/** Why a message is refused whoever it is for; `newline`: a line that does not end in CRLF. */
export type Fault = 'newline' | 'author'

export interface FaultFinder {
  /** The message from its beginning, in chunks of whatever length. */
  read(chunk: Buffer): void
  /** When all of it was read; before that, only what is wrong already. */
  fault(isOver: boolean): Fault | undefined
}

/**
 * What is wrong with a message that nobody may take. A line that ends in a bare CR or LF is where another server may
 * see the end of the message and a second one behind it, of whomever its writer likes (SMTP smuggling). A message with
 * two From fields shows one author to its reader and another to whoever checks; with none, there is nothing to check.
 */
export function createFaultFinder(): FaultFinder {
  let before = 0
  let hasBareNewline = false
  let isInHeader = true
  // Of the line that is being read.
  let length = 0
  // How many letters of `From` it begins with, or `isOther`.
  let matched = 0
  let authors = 0

  /** Also fields with a space before the colon, which some readers take. */
  const readHeaderByte = (byte: number): void => {
    if (byte === lineFeed) {
      // Only a CR before it: the empty line.
      if (length === 1) isInHeader = false
      length = 0
      matched = 0
      return
    }
    length += 1
    if (matched === isOther) return
    if (matched < from.length) {
      matched = (byte | 32) === from[matched] ? matched + 1 : isOther
      return
    }
    if (byte === colon) authors += 1
    if (byte !== space && byte !== tab) matched = isOther
  }
  return {
    read(chunk) {
      // Byte by byte: a search for each line would be made 13 million times for those who send nothing but lines. And by
      // index, in a loop that does nothing else, which is seven times as fast as to iterate.
      let last = before
      let isBare = false
      for (let at = 0; at < chunk.length; at += 1) {
        const byte = chunk[at]!
        if ((byte === lineFeed) !== (last === carriageReturn)) isBare = true
        last = byte
      }
      before = last
      hasBareNewline ||= isBare
      for (let at = 0; at < chunk.length; at += 1) {
        if (!isInHeader) return
        readHeaderByte(chunk[at]!)
      }
    },
    fault(isOver) {
      if (hasBareNewline || (isOver && before === carriageReturn)) return 'newline'
      if (authors > 1 || (isOver && authors === 0)) return 'author'
      return undefined
    },
  }
}
