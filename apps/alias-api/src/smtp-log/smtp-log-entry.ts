import { z } from 'zod'
import type { smtpLog } from '../db/mail-tables.ts'

/** The answer to a server that had mail for an alias. */
export const smtpLogEntry = z.object({
  id: z.uuid(),
  accepted: z.boolean(),
  /** The SMTP answer with its codes: `550 5.1.1 …`. */
  answer: z.string(),
  from: z.string(),
  clientIp: z.string(),
  clientName: z.string(),
  createdAt: z.iso.datetime(),
})

export type SmtpLogEntry = z.infer<typeof smtpLogEntry>
export type SmtpLogRow = typeof smtpLog.$inferSelect

export function toSmtpLogEntry({
  id,
  isAccepted,
  answer,
  mailFrom,
  createdAt,
  ...client
}: SmtpLogRow): SmtpLogEntry {
  const { clientIp, clientName } = client
  return {
    id,
    accepted: isAccepted,
    answer,
    from: mailFrom,
    clientIp,
    clientName,
    createdAt: createdAt.toISOString(),
  }
}
