import { domainOf } from '../outbound/mail-address.ts'
import type { DnsOptions, MailServices } from '../services.ts'
import type { Signer } from '../signing/create-signer.ts'
import { hashBodyOf } from '../signing/hash-body-of.ts'
import { sealMessage } from '../signing/seal-message.ts'
import { hasWholeHead } from '../parsing/head-of.ts'
import type { Stored } from '../storage/stored.ts'
import { composeForward } from './compose-forward.ts'
import type { Destination, Email, Message } from './find-forwards.ts'

/** Why an email is not forwarded that a rule wants to be. */
export type Withheld = 'forged' | 'loop' | 'hosted' | 'unknown' | 'header'

/** What an email says that stays where it is. */
export const withheldReasons: Record<Withheld, string> = {
  forged: 'It is not from whom it says (DMARC).',
  loop: 'It has been here before, or has come too far.',
  hosted: 'The destination is on a domain of aliases.',
  header: 'Its header is too long.',
  unknown: 'DNS did not say for a day whether it is from whom it says.',
}

export type PrepareServices = Pick<MailServices, 'clock' | 'storage'> & {
  dns: Pick<DnsOptions, 'mxHost'>
  signer: Signer
}

/** Of an email what a forward of it is made from. */
export type Forwardable = Pick<Email, 'toAddress' | 'fromAddress' | 'fromName' | 'authentication'>

/**
 * Makes the forward of an email whose sender is known, with our seal, of a large one its beginning. Forwarding never
 * loosens authentication: what fails DMARC stays here.
 *
 * @returns why there is none, where there is none
 */
export async function prepareForward(
  services: PrepareServices,
  { email, message, isHosted }: { email: Forwardable; message: Message } & Pick<Destination, 'isHosted'>,
): Promise<Buffer | Withheld> {
  const verdict = email.authentication?.verdict
  if (verdict === 'forged') return 'forged'
  if (isHosted) return 'hosted'
  // Nobody but who means harm writes one, and what is not read cannot be signed.
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

/** With what was found of it here, which nobody can find once it came from us. */
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
