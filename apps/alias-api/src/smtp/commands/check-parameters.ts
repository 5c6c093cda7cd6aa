import type { SMTPServerAddress } from 'smtp-server'
import { isInternational } from './adapt-connection.ts'
import { badParameter, needsSmtpUtf8, unknownParameter } from '../refusal.ts'

const known = {
  MAIL: new Set(['SIZE', 'BODY', 'SMTPUTF8', 'RET', 'ENVID']),
  RCPT: new Set(['NOTIFY', 'ORCPT']),
}
// By RFC 3461, of the value as it is sent, in which these characters take three. It lets neither have others.
const longest = { ENVID: 100, ORCPT: 500 }
const sentEncoded = /[+= ]/g
const printable = /^[\x20-\x7e]*$/

/**
 * Refuses the path of a MAIL or RCPT command with a parameter of an extension that the server does not offer (RFC
 * 5321, 4.1.1.11), with a value that would not be passed on, or with characters that the client did not ask to use. The
 * library checks the values of the others.
 *
 * @throws Refusal
 */
export function checkParameters(
  verb: keyof typeof known,
  path: SMTPServerAddress,
  { smtpUtf8 }: { smtpUtf8?: boolean | undefined },
): void {
  const unknown = Object.keys(path.args || {}).find((name) => !known[verb].has(name))
  if (unknown !== undefined) throw unknownParameter(unknown)
  const values: Partial<Record<string, unknown>> = path.args || {}
  for (const [name, length] of Object.entries(longest)) {
    const value = values[name]
    if (typeof value !== 'string') continue
    const sentLength = value.replaceAll(sentEncoded, '+XX').length
    if (sentLength > length || !printable.test(value)) throw badParameter(name)
  }
  if (!smtpUtf8 && isInternational(path)) throw needsSmtpUtf8()
}
