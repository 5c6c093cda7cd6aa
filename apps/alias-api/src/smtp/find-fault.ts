const carriageReturn = 13
const lineFeed = 10
const colon = 58
const firstLetter = 102

/** Why a message is refused whoever it is for; `newline`: a line that does not end in CRLF. */
export type Fault = 'newline' | 'author'

/**
 * What is wrong with a message that nobody may take. A line that ends in a bare CR or LF is where another server may
 * see the end of the message and a second one behind it, of whomever its writer likes (SMTP smuggling). A message with
 * two From fields shows one author to its reader and another to whoever checks; with none, there is nothing to check.
 */
export function findFault(content: Buffer): Fault | undefined {
  if (hasBareNewline(content)) return 'newline'
  return countAuthorFields(content) === 1 ? undefined : 'author'
}

function hasBareNewline(content: Buffer): boolean {
  // Byte by byte: a search for each would be called as often as there are lines, which may be 13 million.
  let before = 0
  for (const byte of content) {
    if ((byte === lineFeed) !== (before === carriageReturn)) return true
    before = byte
  }
  return before === carriageReturn
}

/** Fields before the first empty line, also those with a space before the colon, which some readers take. */
function countAuthorFields(content: Buffer): number {
  let count = 0
  for (let start = 0; start < content.length;) {
    const end = content.indexOf('\r\n', start)
    if (end === start) break
    if (isAuthorField(content, start)) count += 1
    if (end === -1) break
    start = end + 2
  }
  return count
}

function isAuthorField(content: Buffer, start: number): boolean {
  // Asked of each of perhaps a million lines.
  if (((content[start] ?? 0) | 32) !== firstLetter) return false
  if (content.toString('latin1', start, start + 4).toLowerCase() !== 'from') return false
  let at = start + 4
  while (content[at] === 32 || content[at] === 9) at += 1
  return content[at] === colon
}
