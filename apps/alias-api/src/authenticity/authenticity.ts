import { z } from 'zod'

/**
 * How far a message's author is authenticated, also for servers that receive it from us. `signed`: the author's DKIM
 * signature proves it, and is forwarded with it. `vouched`: the server that delivered it proved it (SPF), which our
 * server cannot do in its place. `unprotected`: the author's domain has no DMARC policy. `forged`: it fails DMARC.
 * `unknown`: DNS did not answer.
 */
const verdict = z.enum(['signed', 'vouched', 'unprotected', 'forged', 'unknown'])

const result = z.string()
const domain = z.string().nullable()

/** The results of SPF, DKIM, DMARC and ARC for a received message, in the words of RFC 8601. */
export const authentication = z.object({
  verdict,
  spf: z.object({ result, domain }),
  dkim: z.array(z.object({ result, domain, selector: z.string().nullable(), aligned: z.boolean() })),
  dmarc: z.object({ result, domain, policy: z.string().nullable() }),
  arc: z.object({ result }),
})

export type Authentication = z.infer<typeof authentication>

/** An ARC chain that validates: every seal, and the newest message signature. Whose seals to believe is not said by it. */
export interface ArcChain {
  /** The keys of its seals and of its newest message signature. */
  keys: { domain: string; selector: string }[]
  /** The author's domain of which the first set says that it passed DMARC. */
  author: string | null
}

/** The stored form. */
export interface Authenticity extends Authentication {
  /** The same for other servers: the value of an Authentication-Results field without our server's name, folded. */
  header: string
  /** Where the author is proved by nothing else. */
  chain?: ArcChain
  /** The domain of the sender that DNS says does not exist. */
  missingDomain?: string
}

/** A message as the client delivered it. */
export interface ReceivedMessage {
  content: Buffer
  /** Opens the whole of a large message, of which `content` is only the beginning. */
  openWhole?: () => AsyncIterable<Buffer>
  mailFrom: string
  clientIp: string
  clientName: string
}

/**
 * The process that checked a message has ended: because of this message, of another one, or of an overloaded machine.
 */
export class CheckerLostError extends Error {}

/** Checks messages. Rejects where a message cannot be checked; with `CheckerLostError` where a retry may succeed. */
export interface AuthenticityChecker {
  /**
   * @param dnsMs how long to wait for DNS; records that have not arrived by then are `unknown`
   * @param ownerId by which those whose messages are checked alone take turns; absent: nobody's
   */
  check(message: ReceivedMessage, dnsMs: number, ownerId?: string): Promise<Authenticity>
  close(): Promise<void>
}

const none = { result: 'none', domain: null }

const unchecked = { spf: none, dkim: [], arc: { result: 'none' }, header: 'none' }

/** For a message that cannot be checked. It is treated as forged, since its sender may have made it so on purpose. */
export const uncheckable: Authenticity = {
  ...unchecked,
  verdict: 'forged',
  dmarc: { result: 'permerror', domain: null, policy: null },
}

/** For a message that could not be checked now, as if DNS had not answered. */
export const notYetChecked: Authenticity = {
  ...unchecked,
  verdict: 'unknown',
  dmarc: { result: 'temperror', domain: null, policy: null },
}
