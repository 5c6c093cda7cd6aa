import type { SMTPServer, SMTPServerAddress } from 'smtp-server'
import { placeholder, readQuotedLocalPart } from './read-quoted-local-part.ts'

/** A connection of the library. */
export type Connection = SMTPServer['connections'] extends Set<infer Each> ? Each : never

const enhancedCode = /^[245]\.\d{1,3}\.\d{1,3} /
const international = /\P{ASCII}/u
const internationalPaths = new WeakSet<SMTPServerAddress>()

/**
 * Adds to a connection of the library what it leaves out: answers that have an enhanced status code of their own keep
 * it, and quoted local parts are read.
 */
export function adaptConnection(connection: Connection): void {
  const send = connection.send.bind(connection)
  connection.send = (code, data, context) =>
    send(code, data, typeof data === 'string' && enhancedCode.test(data) ? false : context)
  // oxlint-disable-next-line no-underscore-dangle -- as below
  const parse = connection._parseAddressCommand.bind(connection)
  // oxlint-disable-next-line no-underscore-dangle -- the library has no option for how paths are read
  connection._parseAddressCommand = (name, given) => {
    const command = given.toString()
    const quoted = readQuotedLocalPart(command)
    if (quoted === 'malformed') return false
    const parsed = parse(name, quoted ? quoted.command : command)
    if (!parsed) return false
    if (quoted) parsed.address = quoted.localPart + parsed.address.slice(placeholder.length)
    // The library shows domains in Unicode, whichever way they are written.
    if (international.test(command)) internationalPaths.add(parsed)
    return parsed
  }
}

/** Whether the path of a command was written with characters outside ASCII, which only SMTPUTF8 allows (RFC 6531). */
export const isInternational = (path: SMTPServerAddress): boolean => internationalPaths.has(path)
