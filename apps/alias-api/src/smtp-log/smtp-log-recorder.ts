import { sql } from 'drizzle-orm'
import { createBatchRecorder, type Logger } from '@waypost/http'
import { newId, storableText } from '@waypost/postgres'
import type { MailServices } from '../services.ts'
import type { SmtpLogRow } from './smtp-log-entry.ts'

export interface SmtpLogRecorder {
  record(entry: Omit<SmtpLogRow, 'id' | 'createdAt'>): void
  /** Writes the remaining entries and stops. */
  close(): Promise<void>
}

/** How long entries are collected before they are written: an owner sees each within a second. */
export const intervalMs = 500
const minuteMs = 60_000
// The limit per alias and minute: a flood of refusals says no more in a million rows than in these.
const mostAMinute = 60
const longestText = 300

/** Records SMTP answers half a second late, so that recording delays no client. */
export function createSmtpLogRecorder(
  { db, clock }: Pick<MailServices, 'db' | 'clock'>,
  logger: Logger,
): SmtpLogRecorder {
  const write = async (rows: SmtpLogRow[]): Promise<void> => {
    await db.execute(sql`
      with known as materialized (
        select given.*, address.id as address_id
        from json_to_recordset(${JSON.stringify(rows)}::json) as given (
          id uuid, "addressId" uuid, "isAccepted" boolean, answer text, "mailFrom" text, "clientIp" text,
          "clientName" text, "createdAt" timestamptz)
        join alias.addresses address on address.id = given."addressId"
      )
      insert into alias.smtp_log (id, address_id, is_accepted, answer, mail_from, client_ip, client_name, created_at)
      select id, address_id, "isAccepted", answer, "mailFrom", "clientIp", "clientName", "createdAt" from known
    `)
  }
  const recorder = createBatchRecorder(write, {
    intervalMs,
    onError: (error) => logger.warn({ err: error }, 'could not write the SMTP log'),
  })
  let counts = new Map<string, number>()
  let minuteEndsAt = 0
  return {
    record({ addressId, isAccepted, ...texts }) {
      const now = clock.now()
      if (now >= minuteEndsAt) {
        counts = new Map()
        minuteEndsAt = now + minuteMs
      }
      const count = counts.get(addressId) ?? 0
      if (count >= mostAMinute) return
      counts.set(addressId, count + 1)
      recorder.record({
        id: newId(),
        addressId,
        isAccepted,
        answer: storable(texts.answer),
        mailFrom: storable(texts.mailFrom),
        clientIp: texts.clientIp,
        clientName: storable(texts.clientName),
        createdAt: new Date(now),
      })
    },
    close: () => recorder.close(),
  }
}

const storable = (text: string) => storableText(text).slice(0, longestText).toWellFormed()
