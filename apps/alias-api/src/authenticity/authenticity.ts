import { z } from 'zod'

/**
 * What a message is worth to whoever gets it from us. `signed`: its author's signature proves it, and goes with it.
 * `vouched`: the server that handed it over proved it, which ours cannot do in its place. `unprotected`: its author's
 * domain says nothing of what to do with others. `forged`: it is not from whom it says. `unknown`: DNS did not say.
 */
const verdict = z.enum(['signed', 'vouched', 'unprotected', 'forged', 'unknown'])

const result = z.string()
const domain = z.string().nullable()

/** What SPF, DKIM, DMARC and ARC say of a message as it came in, in the words of RFC 8601. */
export const authentication = z.object({
  verdict,
  spf: z.object({ result, domain }),
  dkim: z.array(z.object({ result, domain, selector: z.string().nullable(), aligned: z.boolean() })),
  dmarc: z.object({ result, domain, policy: z.string().nullable() }),
  arc: z.object({ result }),
})

export type Authentication = z.infer<typeof authentication>

/** As it is stored. */
export interface Authenticity extends Authentication {
  /** The same for other servers: the value of an Authentication-Results field after the name of ours, folded. */
  header: string
}

/** A message as it was handed over. */
export interface ReceivedMessage {
  content: Buffer
  /** Reads all of a large one, of which `content` is no more than the beginning. */
  openWhole?: () => AsyncIterable<Buffer>
  mailFrom: string
  clientIp: string
  clientName: string
}

/** The process that checked a message has ended: because of it, of another one or of a machine that had no time. */
export class CheckerLostError extends Error {}

/** Checks messages; rejects for one that cannot be, with `CheckerLostError` for one that perhaps can be later. */
export interface AuthenticityChecker {
  /** @param dnsMs how long to wait for DNS, after which what it has not said is `unknown` */
  check(message: ReceivedMessage, dnsMs: number): Promise<Authenticity>
  close(): Promise<void>
}

const none = { result: 'none', domain: null }

const unchecked = { spf: none, dkim: [], arc: { result: 'none' }, header: 'none' }

/** Of a message that cannot be checked: whoever makes it so does not want it to be. */
export const uncheckable: Authenticity = {
  ...unchecked,
  verdict: 'forged',
  dmarc: { result: 'permerror', domain: null, policy: null },
}

/** Of one that could not be now, as if DNS had been silent. */
export const notYetChecked: Authenticity = {
  ...unchecked,
  verdict: 'unknown',
  dmarc: { result: 'temperror', domain: null, policy: null },
}
