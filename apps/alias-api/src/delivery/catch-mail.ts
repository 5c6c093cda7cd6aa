import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { caughtMail } from '../db/mail-tables.ts'
import type { MailServices } from '../services.ts'
import type { Transport } from './send-outbound.ts'

const kept = 1000

/** A transport that stores messages instead of sending them, for a developer to read. */
export function catchMail({ db, clock }: Pick<MailServices, 'db' | 'clock'>): Transport {
  return async ({ mailFrom, rcptTo, content: start, openRest }) => {
    const content = openRest ? Buffer.concat([start, await buffer(openRest())]) : start
    await db
      .insert(caughtMail)
      .values({ id: newId(), mailFrom, rcptTo, content, createdAt: new Date(clock.now()) })
    await db.execute(sql`
      delete from alias.caught_mail where id <= (
        select id from alias.caught_mail order by id desc offset ${kept} limit 1)
    `)
  }
}
