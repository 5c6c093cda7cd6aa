import { domainOf } from '../outbound/mail-address.ts'
import type { DnsOptions, MailServices } from '../services.ts'
import type { Signer } from '../signing/create-signer.ts'
import { hashBodyOf } from '../signing/hash-body-of.ts'
import { sealMessage } from '../signing/seal-message.ts'
import { hasWholeHead } from '../parsing/head-of.ts'
import type { Stored } from '../storage/stored.ts'
import { composeForward } from './compose-forward.ts'
import type { Destination, Email, Message } from './find-forwards.ts'

/** Why an email that a rule matches is not forwarded. */
export type Withheld = 'forged' | 'loop' | 'hosted' | 'unknown' | 'header'

/** The reason shown on a withheld email. */
export const withheldReasons: Record<Withheld, string> = {
  forged: 'The message fails DMARC.',
  loop: 'The message is in a mail loop.',
  hosted: 'The destination is on a domain that hosts aliases.',
  header: 'The header is too long.',
  unknown: 'DNS did not answer for a day, so the sender could not be authenticated.',
}

export type PrepareServices = Pick<MailServices, 'clock' | 'storage'> & {
  dns: Pick<DnsOptions, 'mxHost'>
  signer: Signer
}

/** The fields of an email that its forward is made from. */
export type Forwardable = Pick<Email, 'toAddress' | 'fromAddress' | 'fromName' | 'authentication'>

/**
 * Prepares the forward of an email whose author is authenticated, with our ARC seal; of a large one, its beginning.
 * Forwarding never loosens authentication: mail that fails DMARC is withheld.
 *
 * @returns the reason where the email is withheld
 */
export async function prepareForward(
  services: PrepareServices,
  { email, message, isHosted }: { email: Forwardable; message: Message } & Pick<Destination, 'isHosted'>,
): Promise<Buffer | Withheld> {
  const verdict = email.authentication?.verdict
  if (verdict === 'forged') return 'forged'
  if (isHosted) return 'hosted'
  // Only a malicious sender writes such a header, and a header that is not read to its end cannot be signed.
  if (message.restId !== null && !hasWholeHead(message.content)) return 'header'
  const forward = composeForward(message.content, {
    alias: email.toAddress,
    author: { address: email.fromAddress, name: email.fromName },
    clientName: message.clientName ?? '',
    clientIp: message.clientIp ?? '',
    mxHost: services.dns.mxHost,
    at: new Date(services.clock.now()),
    isRewritten: verdict === 'vouched',
  })
  if (!forward) return 'loop'
  return seal(services, email, { ...message, content: forward })
}

/** Seals the authentication results found here, which no server after ours can find again. */
async function seal(
  { signer, clock, dns, storage }: PrepareServices,
  { toAddress, authentication }: Forwardable,
  forward: Stored & { bodyHash: string | null },
): Promise<Buffer> {
  const { content } = forward
  const key = await signer.findKey(domainOf(toAddress))
  if (!key || !authentication) return content
  const bodyHash = await hashBodyOf(storage, forward)
  return sealMessage(content, authentication, { key, mxHost: dns.mxHost, at: clock.now(), bodyHash })
}
