import type { SMTPServerSession } from 'smtp-server'
import { normaliseAddress } from '../../addresses/live-address.ts'

/** What a client says of delivery status notifications (RFC 3461); without what it leaves out. */
export interface Dsn {
  /** How much of the message a notification returns: `FULL` or `HDRS`. */
  ret?: string
  /** The sender's id of the transaction. */
  envid?: string
  /** The recipients that the sender wrote to, by the address that they have here. */
  orcpt?: Record<string, string>
}

/** What the next server is told of that, for one recipient. */
export type OutboundDsn = Pick<Dsn, 'ret' | 'envid'> & { orcpt?: string }

// Other types of addresses are those of networks that mail came from, which the next server may not know.
const ofMail = /^(rfc822|utf-8);/i

/**
 * Reads what the client said of notifications. `NOTIFY` is left out: this server sends none to a sender, and the next
 * server notifies the return path of the forward, by which its owner learns what became of it.
 */
export function readDsn({ dsn, rcptTo }: SMTPServerSession['envelope']): Dsn | undefined {
  const originals = rcptTo.flatMap(({ address, dsn: of }) =>
    of?.orcpt !== undefined && ofMail.test(of.orcpt) ? [[normaliseAddress(address), of.orcpt] as const] : [],
  )
  const read: Dsn = {
    ...(dsn?.ret && { ret: dsn.ret }),
    ...(dsn?.envid && { envid: dsn.envid }),
    ...(originals.length > 0 && { orcpt: Object.fromEntries(originals) }),
  }
  return Object.keys(read).length === 0 ? undefined : read
}

/** What of it the forward of a recipient's mail passes on; undefined: nothing. */
export function toOutboundDsn(dsn: Dsn | null, address: string): OutboundDsn | undefined {
  if (!dsn) return undefined
  const { orcpt: originals, ...ofMessage } = dsn
  const orcpt = originals?.[address]
  const passed = { ...ofMessage, ...(orcpt !== undefined && { orcpt }) }
  return Object.keys(passed).length === 0 ? undefined : passed
}
