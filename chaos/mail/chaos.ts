import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { until } from '../../harness/delivery/bed.ts'
import type { Row } from '../../harness/report.ts'
import { openBed, type Bed } from '../../harness/mail/bed.ts'
import { handOver } from '../../harness/mail/hand-over.ts'
import { reconcile } from './reconcile.ts'

const aliases = 20
const writers = 4
const usualKills = 100
// In kills: how often Postgres is restarted as well.
const restartEvery = 10
const bodyBytes = 5000
// Accepted between two kills, so that on a slow machine, too, there are mails to lose.
const mostAccepted = 60
const longestLifeMs = 10_000

/**
 * Sends mail while the mail process is killed at random moments, every tenth time with Postgres; then waits until nothing
 * is queued, and reconciles what was answered 250, what is stored and what was forwarded. A number on the command line is
 * the number of kills.
 */
export async function chaos(say: (line: string) => void): Promise<Row[]> {
  const kills = Number(process.argv[3] ?? usualKills)
  const startedAt = performance.now()
  const log = (line: string) =>
    say(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`)
  const bed = await openBed(aliases)
  try {
    const over = new AbortController()
    const acknowledged = new Set<string>()
    const writing = writeAll(bed, acknowledged, over.signal)
    const killedAt = await injectFaults(bed, acknowledged, kills, log)
    over.abort()
    const sent = await writing
    log(`${acknowledged.size} of ${sent} mails answered 250; waiting for the last to arrive`)
    // Reconciliation reports what is still queued after that.
    await until('the end of all mails', () => isAtRest(bed, acknowledged.size), 180_000).catch(
      (error: unknown) => log(String(error)),
    )
    log('reconciling')
    return await reconcile(bed, acknowledged, killedAt, say)
  } finally {
    await bed.close()
  }
}

/** Sends mails until `over`, adds those that were answered 250 to `acknowledged`, and returns how many were sent. */
async function writeAll(bed: Bed, acknowledged: Set<string>, over: AbortSignal): Promise<number> {
  let sent = 0
  const write = async () => {
    while (!over.aborted) {
      const id = `mail ${++sent}`
      const to = bed.aliases[sent % bed.aliases.length]!
      const content = `From: bob@bob.dev\r\nSubject: ${id}\r\n\r\n${'x'.repeat(bodyBytes)}`
      if (await handOver(bed.smtpPort, to, content)) acknowledged.add(id)
      else await setTimeout(20)
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  return sent
}

/** Kills and restarts the mail process, and returns the times of the kills. */
async function injectFaults(
  bed: Bed,
  acknowledged: Set<string>,
  kills: number,
  log: (line: string) => void,
): Promise<number[]> {
  const killedAt: number[] = []
  let mail = await bed.startMail()
  for (let index = 1; index <= kills; index += 1) {
    await letWork(acknowledged)
    mail.kill('SIGKILL')
    killedAt.push(Date.now())
    if (index % restartEvery === 0) {
      log(`kill -9 of the mail process (${index} of ${kills}), and of Postgres`)
      await bed.restartPostgres()
    }
    mail = await bed.startMail()
  }
  return killedAt
}

/** Waits until some more mails were accepted, and a moment longer, so that the kill falls between two of them. */
async function letWork(acknowledged: Set<string>): Promise<void> {
  const enough = acknowledged.size + Math.random() * mostAccepted
  const latest = Date.now() + longestLifeMs
  while (acknowledged.size < enough && Date.now() < latest) await setTimeout(5)
  await setTimeout(Math.random() * 100)
}

async function isAtRest({ db }: Bed, acknowledged: number): Promise<boolean> {
  const { rows } = await db.execute<{ waiting: string; stored: string }>(sql`
    select (select count(*) from alias.inbound_messages) + (select count(*) from alias.outbound_messages)
      + (select count(*) from alias.emails where forward_status is null or forward_status = 'queued') as waiting,
      (select count(*) from alias.emails) as stored
  `)
  return Number(rows[0]!.waiting) === 0 && Number(rows[0]!.stored) >= acknowledged
}
