/** A command with its quoted local part taken out, and that part in its shortest form. */
export interface QuotedPath {
  localPart: string
  /** The command with `placeholder` where the local part was. */
  command: string
}

export const placeholder = 'quoted'

const atom = /^[\w!#$%&'*+/=?^`{|}~\u0080-\uFFFF-]+$/
const special = /["\\]/g
const control = /\p{Cc}/u
const maxLength = 64

/**
 * Reads the quoted local part of a MAIL or RCPT command, such as `"john doe"@example.com` (RFC 5321, 4.1.2), which may
 * contain what ends an unquoted one: spaces, `@`, `<`. Quotes that change nothing are dropped: `"john"` is `john`.
 *
 * @returns undefined where the path has none
 */
export function readQuotedLocalPart(command: string): QuotedPath | 'malformed' | undefined {
  const start = startOfMailbox(command)
  if (start === undefined || command[start] !== '"') return undefined
  let text = ''
  for (let at = start + 1; at < command.length; at += 1) {
    const character = command[at]!
    if (character === '"') {
      if (command[at + 1] !== '@' || text.length > maxLength || control.test(text)) return 'malformed'
      return {
        localPart: quote(text),
        command: command.slice(0, start) + placeholder + command.slice(at + 1),
      }
    }
    if (character === '\\') at += 1
    text += command[at] ?? ''
  }
  return 'malformed'
}

/** Where the mailbox begins: after `<`, or after the source route that follows it, as in `<@relay.example:`. */
function startOfMailbox(command: string): number | undefined {
  const path = command.indexOf('<') + 1
  if (path === 0) return undefined
  if (command[path] !== '@') return path
  const route = command.indexOf(':', path) + 1
  return route === 0 ? undefined : route
}

const quote = (text: string): string =>
  text.split('.').every((part) => atom.test(part)) ? text : `"${text.replace(special, String.raw`\$&`)}"`
