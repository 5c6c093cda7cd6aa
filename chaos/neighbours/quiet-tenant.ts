import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { handOver } from '../../harness/mail/hand-over.ts'
import { startSite } from '../../harness/site.ts'
import { startWebhookReceiver } from '../../packages/testing/src/webhook-receiver.ts'
import type { Bed } from './bed.ts'
import { healthy } from './destinations.ts'
import { startMailServer } from './mail-server.ts'
import { must, registerTenant } from './tenant.ts'

export const jobs = ['run', 'intent', 'delivery', 'mail in', 'mail out', 'list'] as const
export type Job = (typeof jobs)[number]

/** How long each of a job's turns took, in milliseconds, and why turns failed. */
export type Measured = Record<Job, { durations: number[]; errors: string[] }>

export interface QuietTenant {
  /** Does all jobs again and again until `over`, side by side except for those that need a runner. */
  work(over: AbortSignal): Promise<Measured>
  close(): Promise<void>
}

// The account's own runs do not wait for each other.
const lanes: { jobs: Job[]; pauseMs: number }[] = [
  { jobs: ['run', 'intent'], pauseMs: 100 },
  // Together they stay below the alias service's limit of requests a minute.
  ...(['delivery', 'mail in', 'mail out', 'list'] as const).map((job) => ({ jobs: [job], pauseMs: 400 })),
]
const lookEveryMs = 20
const patienceMs = 90_000

/** An account that does an ordinary day's work. */
export async function openQuietTenant(bed: Bed): Promise<QuietTenant> {
  const [site, receiver, mailbox] = await Promise.all([
    startSite(),
    startWebhookReceiver(),
    startMailServer(healthy.address, bed.deliveryPort),
  ])
  const { automation, alias } = await registerTenant(bed, 'quiet', { token: await bed.issuer.token('quiet') })
  const create = async (name: string) => {
    const actions = [
      { name: 'Open', type: 'navigate', url: site.url },
      { name: 'Read', type: 'extractText', selectors: ['h1'], output: 'heading' },
    ]
    return (await must<{ id: string }>(automation('POST', '/api/v1/automations', { name, actions }))).id
  }
  const automationId = await create('Read the opening hours')
  await create('Check the harbour weather')
  const address = await must<{ data: { id: string; address: string } }>(
    alias('POST', '/api/v1/addresses', { alias: 'quiet', expiresIn: 86_400 }),
  )
  const events = ['address.created']
  await must(alias('POST', '/api/v1/webhooks', { url: receiver.url, events }))

  let number = 0
  const turns: Record<Job, () => Promise<void>> = {
    async run() {
      const url = `/api/v1/automations/${automationId}/trigger`
      const { executionId } = await must<{ executionId: string }>(automation('POST', url, {}))
      const status = await seen(async () => {
        const { rows } = await bed.db.execute<{ status: string; error: string | null }>(
          sql`select status, error from automation.executions where id = ${executionId} and status in ('completed', 'failed')`,
        )
        return rows[0]
      })
      if (status.status !== 'completed') throw new Error(`failed: ${status.error}`)
    },
    async intent() {
      const body = { text: 'Check the harbour weather' }
      const { intentId } = await must<{ intentId: string }>(automation('POST', '/api/v1/intents', body))
      const status = await seen(async () => {
        const { rows } = await bed.db.execute<{ status: string; error: string | null }>(
          sql`select status, error from automation.intents where id = ${intentId} and status in ('executed', 'failed')`,
        )
        return rows[0]
      })
      if (status.status !== 'executed') throw new Error(`failed: ${status.error}`)
    },
    async delivery() {
      const body = { alias: 'noted', expiresIn: 3600 }
      const made = await must<{ data: { id: string } }>(alias('POST', '/api/v1/addresses', body))
      await seen(async () => receiver.requests.find((request) => request.body.includes(made.data.id)))
      receiver.requests.length = 0
    },
    async 'mail in'() {
      const subject = `in ${(number += 1)}`
      const content = `From: bob@${healthy.domain}\r\nSubject: ${subject}\r\n\r\nhello\r\n`
      if (!(await handOver(bed.smtpPort, address.data.address, content))) throw new Error('not taken')
      await seen(async () => {
        const { rows } = await bed.db.execute(sql`select from alias.emails where subject = ${subject}`)
        return rows[0]
      })
    },
    async 'mail out'() {
      const subject = `out ${(number += 1)}`
      const mail = { fromAddressId: address.data.id, to: `bob@${healthy.domain}`, subject, body: 'hello' }
      await must(alias('POST', '/api/v1/emails', mail))
      await seen(async () => mailbox.take(subject))
    },
    async list() {
      await must(automation('GET', '/api/v1/automations'))
      await must(alias('GET', '/api/v1/emails'))
    },
  }
  return {
    async work(over) {
      const measured = Object.fromEntries(
        jobs.map((job) => [job, { durations: [], errors: [] }]),
      ) as unknown as Measured
      const doTurn = async (job: Job, pauseMs: number): Promise<void> => {
        const startedAt = performance.now()
        await turns[job]().catch((error: unknown) => measured[job].errors.push(String(error).slice(0, 200)))
        measured[job].durations.push(performance.now() - startedAt)
        await setTimeout(pauseMs)
      }
      await Promise.all(
        lanes.map(async ({ jobs: inTurn, pauseMs }) => {
          for (let turn = 0; !over.aborted; turn += 1) await doTurn(inTurn[turn % inTurn.length]!, pauseMs)
        }),
      )
      return measured
    },
    async close() {
      site.close()
      await Promise.all([receiver.close(), mailbox.close()])
    },
  }
}

async function seen<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline;) {
    const found = await look()
    if (found !== undefined) return found
    await setTimeout(lookEveryMs)
  }
  throw new Error(`not within ${patienceMs / 1000} s`)
}
