import { z } from 'zod'

const notified = z.object({
  id: z.uuid(),
  /** The account's id. */
  ownerId: z.string(),
})

/** What the issuer of the JWTs, which knows confirmed addresses, mails to an owner. */
export const notice = z.discriminatedUnion('kind', [
  notified.extend({
    kind: z.enum(['webhook_disabled', 'domain_lost', 'emails_withheld']),
    subject: z.string(),
    text: z.string(),
  }),
  notified.extend({ kind: z.literal('limit_near'), unit: z.string(), used: z.number(), limit: z.number() }),
])

export type Notice = z.infer<typeof notice>

/** What is written to the table. */
export interface NewNotice {
  accountId: string
  kind: Notice['kind']
  /** What it is about: the id of a webhook or a domain, or the name of a limit. */
  about: string
  /** The fields of its kind. */
  data: Record<string, string | number>
}
