import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openDatabase } from '@waypost/postgres'
import { inheritedEnvironment, startWebhookReceiver, waitFor, type WebhookReceiver } from '@waypost/testing'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movedAlias } from '../../apps/alias-api/src/cells/moved-service.ts'
import { migrateAlias } from '../../apps/alias-api/src/db/migrate.ts'
import { movedAutomation } from '../../apps/automation-api/src/cells/moved-service.ts'
import { migrateAutomation } from '../../apps/automation-api/src/db/migrate.ts'
import { startPostgres } from '../../harness/start-postgres.ts'
import { readOutbox } from '../dashboard/read-outbox.ts'
import { sendMail } from '../dashboard/send-mail.ts'
import { runStart, type Stack } from '../start-stack.ts'
import { moveAndBack } from './move-and-back.ts'

const url = process.env['CITUS_URL'] ?? ''
const script = fileURLToPath(new URL('../../operator/waypost.ts', import.meta.url))
const run = promisify(execFile)

// Generic plans of an INSERT that selects are what Citus cannot make.
const ownPlans = '?options=-c%20plan_cache_mode%3Dauto'
let coordinator: Client
let stack: Stack
let receiver: WebhookReceiver
let site: Server

beforeAll(async () => {
  if (url === '')
    throw new Error('CITUS_URL is required: an empty database on the coordinator of a Citus cluster')
  await migrate()
  coordinator = new Client({ connectionString: url })
  await coordinator.connect()
  receiver = await startWebhookReceiver()
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<h1>The tide turns at five</h1>')
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const own = Object.assign(new URL(url), { search: ownPlans }).href
  stack = await runStart({
    DATABASE_URL: own,
    AUTOMATION_WEBHOOK_DELAYS: '0s,1s',
    ALIAS_WEBHOOK_DELAYS: '0s,1s',
  })
})
afterAll(async () => {
  await stack?.stop()
  site?.close()
  await receiver?.close()
  await coordinator?.end()
})

async function migrate(): Promise<string> {
  const environment = { ...inheritedEnvironment, DATABASE_URL: url }
  const { stdout } = await run(process.execPath, [script, 'migrate', '--citus'], { env: environment })
  return stdout
}

interface Answer {
  token?: string
  rawKey?: string
  id?: string
  data?: unknown
}

async function request(method: string, address: string, credentials: object, body?: object): Promise<Answer> {
  const response = await fetch(address, {
    method,
    headers: { ...credentials, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${text}`)
  return text.startsWith('{') ? (JSON.parse(text) as Answer) : {}
}

async function signIn(): Promise<{ authorization: string }> {
  const { token } = await request('POST', `${stack.dashboardUrl}/auth/login`, {}, stack.demo)
  return { authorization: `Bearer ${token}` }
}

const events = () =>
  receiver.requests.map(({ body }) => JSON.parse(body.toString()) as { event: string; data: unknown })

/** Waits until an event was refused once and then taken, and returns what both requests said. */
async function toldTwice(event: string): Promise<unknown> {
  const requests = await waitFor('two attempts', () => {
    const ofEvent = events().filter((each) => each.event === event)
    return ofEvent.length === 2 && ofEvent
  })
  expect(requests[1]).toEqual(requests[0])
  return requests[0]!.data
}

/** How many received emails there are, and their bytes, as the triggers counted them. */
async function counted(): Promise<{ live: string; bytes: string }> {
  const { rows } = await coordinator.query<{ live: string; bytes: string }>(
    `select sum(live) as live, sum(bytes) as bytes from alias.email_counts where type = 'received'`,
  )
  return rows[0]!
}

test('a service is with its jobs on one worker, and services are on different ones', async () => {
  const { rows } = await coordinator.query<{ service: string; nodes: string[] }>(`
    select split_part(relnamespace::regnamespace::text, '_', 1) as service,
      array_agg(distinct nodename || ':' || nodeport) as nodes
    from citus_shards join pg_class on pg_class.oid = table_name group by 1 order by 1
  `)
  expect(rows.map(({ service }) => service)).toEqual(['accounts', 'alias', 'automation'])
  for (const { nodes } of rows) expect(nodes).toHaveLength(1)
  expect(rows[1]!.nodes).not.toEqual(rows[2]!.nodes)
})

test('a repeated command changes nothing', async () => {
  expect(await migrate()).toBe('The database is up to date.\n')
})

test('an account is registered, and signs in', async () => {
  const account = { email: 'ada.citus@example.com', password: 'a lighthouse in the fog' }
  await request('POST', `${stack.dashboardUrl}/auth/register`, {}, account)
  expect(await request('POST', `${stack.dashboardUrl}/auth/login`, {}, account)).toHaveProperty('token')
})

test('mail to an alias is listed, counted, forwarded and announced by a webhook at the second attempt', async () => {
  const api = `${stack.aliasUrl}/api/v1`
  const scopes = ['emails:read', 'emails:write', 'webhooks:manage', 'forwarding:manage']
  const { data: key } = await request('POST', `${stack.aliasUrl}/api-keys`, await signIn(), {
    name: 'citus',
    scopes,
  })
  const owner = { authorization: `Bearer ${(key as { rawKey: string }).rawKey}` }
  await request('POST', `${api}/webhooks`, owner, { url: receiver.url, events: ['email.received'] })
  const mailbox = 'mailbox.citus@example.net'
  const { data: destination } = await request('POST', `${api}/forwarding-addresses`, owner, {
    email: mailbox,
  })
  const link = await waitFor('the link that confirms the mailbox', async () => {
    const [mail] = await readOutbox(stack.aliasUrl, mailbox)
    return mail && /http\S+/.exec(mail.bodyText)?.[0]
  })
  await request('POST', link, {})
  const created = await request('POST', `${api}/addresses`, owner, { alias: 'Tides' })
  const alias = created.data as { id: string; address: string }
  await request('PATCH', `${api}/addresses/${alias.id}/forwarding`, owner, {
    forwardToId: (destination as { id: string }).id,
  })

  receiver.answer(503, 200)
  await sendMail(stack.smtpUrl, { to: alias.address, subject: 'The tide', text: 'It turns at five.' })
  await toldTwice('email.received')
  const { data: listed } = await request('GET', `${api}/emails`, owner)
  expect(listed).toEqual([expect.objectContaining({ subject: 'The tide' })])
  const forwarded = await waitFor('the forward', async () =>
    (await readOutbox(stack.aliasUrl, mailbox)).find(({ bodyText }) =>
      bodyText.includes('It turns at five.'),
    ),
  )
  expect(forwarded.to).toBe(mailbox)

  expect(await counted()).toEqual({ live: '1', bytes: expect.stringMatching(/^[1-9]/) })
  await request('DELETE', `${api}/addresses/${alias.id}`, owner)
  expect(await counted()).toEqual({ live: '0', bytes: '0' })
})

test('a run is performed, its outcome is announced by a webhook at the second attempt, and its automation is deleted', async () => {
  const api = `${stack.automationUrl}/api/v1`
  const person = await signIn()
  const scopes = ['automation:read', 'automation:write', 'automation:execute']
  const { rawKey } = await request('POST', `${stack.automationUrl}/api-keys`, person, {
    name: 'citus',
    scopes,
  })
  const owner = { 'x-api-key': rawKey }
  const webhook = { name: 'citus', url: receiver.url, events: ['automation.completed', 'automation.failed'] }
  await request('POST', `${stack.automationUrl}/webhooks`, person, webhook)
  const { id } = await request('POST', `${api}/automations`, owner, {
    name: 'Tide',
    actions: [
      { name: 'open', type: 'navigate', url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/` },
      { name: 'read', type: 'extractText', selectors: ['h1'], output: 'heading' },
    ],
  })
  receiver.answer(503, 200)
  await request('POST', `${api}/automations/${id}/trigger`, owner)
  expect(JSON.stringify(await toldTwice('automation.completed'))).toContain('The tide turns at five')
  await request('DELETE', `${api}/automations/${id}`, owner)
})

test('no delivery is left over, and each counts the attempt that failed', async () => {
  await waitFor('all deliveries to end', async () => {
    const { rows } = await coordinator.query<{ pending: string }>(`
      select (select count(*) from automation.deliveries where ended_at is null)
        + (select count(*) from alias.deliveries where ended_at is null) as pending
    `)
    return rows[0]!.pending === '0'
  })
  const { rows } = await coordinator.query(`
    select status, failed_attempts from automation.deliveries union all
    select status, failed_attempts from alias.deliveries
  `)
  const delivered = { status: 'delivered', failed_attempts: 1 }
  expect(rows).toEqual([delivered, delivered])
})

test('an account moves to a database without Citus, and back', async () => {
  const server = await startPostgres()
  await migrateAlias(server.url)
  await migrateAutomation(server.url)
  const urls = [Object.assign(new URL(url), { search: ownPlans }).href, server.url]
  const databases = urls.map((each) =>
    openDatabase({ url: each, applicationName: 'citus-peers', maxConnections: 3 }),
  )
  const [home, other] = databases.map(({ db }) => db)
  try {
    for (const [service, table] of [
      [movedAutomation, 'webhooks'],
      [movedAlias, 'webhooks'],
    ] as const)
      expect(await moveAndBack(service, table, home!, other!)).toEqual([1, 1, 1, 1])
  } finally {
    await Promise.all(databases.map((database) => database.close()))
    await server.stop()
  }
})

// A statement that Citus refuses may be one that a process repeats in the background, and nobody else learns of it.
test('no process logged a warning or an error', async () => {
  const lines = await stack.readLogs()
  expect(lines).toContainEqual(expect.stringContaining('"process":"dispatcher"'))
  expect(lines.filter((line) => !line.startsWith('{"level":30,'))).toEqual([])
})
