import type { SMTPServerAddress } from 'smtp-server'
import { isInternational } from './adapt-connection.ts'
import { needsSmtpUtf8, unknownParameter } from '../refusal.ts'

const known = {
  MAIL: new Set(['SIZE', 'BODY', 'SMTPUTF8']),
  RCPT: new Set<string>(),
}

/**
 * Refuses the path of a MAIL or RCPT command with a parameter of an extension that the server does not offer (RFC
 * 5321, 4.1.1.11), or with characters that the client did not ask to use.
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
  if (!smtpUtf8 && isInternational(path)) throw needsSmtpUtf8()
}
