import { z } from 'zod'
import { mailAddress } from '../outbound/mail-address.ts'

export const mostRecipients = 50

const several = z.array(mailAddress).max(mostRecipients)

/** To whom an email goes. */
export const recipients = {
  to: z.union([mailAddress, several.min(1)]).meta({ description: 'One address, or several' }),
  cc: several.optional(),
  bcc: several.optional().meta({ description: 'No recipient sees these' }),
}

/** One of several recipients of a sent email, and what became of it. */
export const emailRecipient = z.object({
  address: z.string(),
  kind: z.enum(['to', 'cc', 'bcc']),
  status: z.enum(['queued', 'sent', 'bounced', 'failed']),
  reason: z.string().nullable(),
})

/** Whom the header of a received email names beside its author. */
export const emailParticipant = z.object({
  kind: z.enum(['replyTo', 'to', 'cc']),
  address: z.string(),
  name: z.string(),
})

export type EmailParticipant = z.infer<typeof emailParticipant>

export type EmailRecipient = z.infer<typeof emailRecipient>

/** A recipient of an email that is about to be sent. */
export type NewRecipient = Pick<EmailRecipient, 'address' | 'kind'>

/** The recipients, each once: whoever is named twice gets one copy, as the first of `to`, `cc`, `bcc`. */
export function listRecipients({
  to,
  cc = [],
  bcc = [],
}: {
  to: string | string[]
  cc?: string[] | undefined
  bcc?: string[] | undefined
}): NewRecipient[] {
  const all = [
    ...[to].flat().map((address) => ({ address, kind: 'to' as const })),
    ...cc.map((address) => ({ address, kind: 'cc' as const })),
    ...bcc.map((address) => ({ address, kind: 'bcc' as const })),
  ]
  const known = new Set<string>()
  return all.filter(({ address }) => {
    const key = address.toLowerCase()
    return !known.has(key) && known.add(key)
  })
}
