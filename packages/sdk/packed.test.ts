import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { waitFor } from '@waypost/testing'
import { attemptHeaders, automationChannel, generateSecret } from '@waypost/webhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const run = promisify(execFile)
const here = import.meta.dirname
// Silent, and offline, because there is nothing to fetch.
const quiet = ['--offline', '--no-audit', '--no-fund', '--loglevel=error']

let elsewhere: string
let installed: string

beforeAll(async () => {
  elsewhere = await mkdtemp(path.join(tmpdir(), 'waypost-sdk-'))
  const [pack, install] = (await readme())
    .match(/^npm (?:pack|install) \S+/gm)!
    .map((line) => line.split(' ').slice(1))
  await run('npm', [...pack!, '--pack-destination', elsewhere, ...quiet], { cwd: path.join(here, '../..') })
  const [tarball] = await readdir(elsewhere)
  if (install![1] !== `../waypost/${tarball}`)
    throw new Error(`The README installs ${install![1]}, not ${tarball}`)
  await writeFile(path.join(elsewhere, 'package.json'), '{ "private": true, "type": "module" }')
  await run('npm', ['install', `./${tarball}`, ...quiet], { cwd: elsewhere })
  installed = path.join(elsewhere, 'node_modules/@waypost/sdk')
})
afterAll(() => rm(elsewhere, { recursive: true, force: true }))

const readme = () => readFile(path.join(here, 'README.md'), 'utf8')
const page = () => readFile(path.join(here, '../../docs/receiving-webhooks.md'), 'utf8')
const files = () => readdir(installed, { recursive: true, withFileTypes: true })
const read = (file: string) => readFile(path.join(installed, file), 'utf8')

describe('the package', () => {
  test('contains exactly the files that it needs', async () => {
    const names = (await files())
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(installed, path.join(entry.parentPath, entry.name)))
    expect(names.filter((name) => !name.startsWith('dist/')).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ])
    const built = names.filter((name) => name.startsWith('dist/'))
    expect(built).toContain('dist/index.js')
    for (const name of built) expect(name).toMatch(/^dist\/(?!testing\/)[\w/-]+\.(js|d\.ts)$/)
  })

  test('needs no other package, and nothing of Node except for listening', async () => {
    const { dependencies, peerDependencies, engines } = JSON.parse(await read('package.json')) as Record<
      string,
      unknown
    >
    expect({ dependencies, peerDependencies, engines }).toEqual({ engines: { node: '>=20' } })
    for (const entry of await files()) {
      if (!entry.name.endsWith('.js')) continue
      const source = await readFile(path.join(entry.parentPath, entry.name), 'utf8')
      const isCommand = entry.parentPath.endsWith('/listen')
      for (const [, from] of source.matchAll(/^(?:import|export)[^;]*?from '([^']+)'/gm))
        expect(from, entry.name).toMatch(isCommand ? /^(\.|node:)/ : /^\./)
    }
  })

  test('has types for TypeScript 5.4, in which Uint8Array is not generic', async () => {
    for (const entry of await files())
      if (entry.name.endsWith('.d.ts'))
        expect(await readFile(path.join(entry.parentPath, entry.name), 'utf8')).not.toContain('Uint8Array<')
  })

  test('has a command that runs', async () => {
    const { stdout } = await run(path.join(elsewhere, 'node_modules/.bin/waypost'), ['--help'])
    expect(stdout).toContain('Usage: waypost listen')
  })

  test('has types for all input and responses, without those of Node', async () => {
    const [, documented] = /```ts\n(.+?)```/s.exec(await page())!
    await writeFile(path.join(elsewhere, 'documented.ts'), documented!)
    await writeFile(path.join(elsewhere, 'consumer.ts'), consumer)
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--types', '']
    const tsc = path.join(here, '../../node_modules/.bin/tsc')
    await run(tsc, [...options, '--module', 'nodenext', 'consumer.ts', 'documented.ts'], {
      cwd: elsewhere,
    }).catch(({ stdout }: { stdout: string }) => expect(stdout).toBe(''))
  })
})

describe('the receivers of docs/receiving-webhooks.md', async () => {
  const receivers = [...(await page()).matchAll(/^### ([^\n]+)\n\n```js\n(.+?)```/gms)].map(
    ([, name, source]) => ({
      name: name!,
      source: source!,
    }),
  )

  const [, signing] = /## Test your receiver.+?```js\n(.+?)```/s.exec(await page())!

  beforeAll(async () => {
    await mkdir(path.join(elsewhere, 'node_modules/@hono'), { recursive: true })
    for (const name of ['express', 'fastify', 'hono', '@hono/node-server'])
      await symlink(path.join(here, 'node_modules', name), path.join(elsewhere, 'node_modules', name))
  })

  test('are four', () => {
    expect(receivers.map(({ name }) => name)).toEqual(['Express', 'Fastify', 'Hono', 'Anything else'])
  })

  test.concurrent.for(receivers)(
    '$name: accepts only genuine deliveries, and what the page’s program has signed',
    async ({ name, source }) => {
      const secret = generateSecret()
      const port = await freePort()
      const program = path.join(elsewhere, `${name.replaceAll(' ', '-')}.js`)
      await writeFile(program, source.replaceAll('9000', String(port)))
      const child = spawn(process.execPath, [program], {
        env: { ...process.env, WAYPOST_WEBHOOK_SECRET: secret },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let printed = ''
      for (const output of [child.stdout, child.stderr])
        output.on('data', (chunk: Buffer) => (printed += chunk.toString()))
      const deliver = (by: string) => {
        const attempt = { deliveryId: 'first', event: 'webhook.test', body, sentAt: new Date() }
        const headers = attemptHeaders(automationChannel, attempt, by)
        return fetch(`http://localhost:${port}/hooks`, { method: 'POST', headers, body }).catch(
          () => undefined,
        )
      }
      const first = await waitFor('the receiver', () => deliver(secret))
      expect(first.status).toBe(204)
      expect((await deliver(generateSecret()))?.status).toBe(401)
      expect(printed).toContain("webhook.test { message: 'hello', webhookId: 'one' }")
      printed = ''
      await writeFile(path.join(elsewhere, `${port}.mjs`), signing!.replace('9000', String(port)))
      const signer = { cwd: elsewhere, env: { ...process.env, WAYPOST_WEBHOOK_SECRET: secret } }
      await run(process.execPath, [`${port}.mjs`], signer)
      const shown = "webhook.test { message: 'hello', webhookId: 'one' }"
      await waitFor('the signed event', () => printed.includes(shown))
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  )
})

const body = JSON.stringify({
  event: 'webhook.test',
  timestamp: '2026-03-02T09:30:00.000Z',
  data: { message: 'hello', webhookId: 'one' },
})

const consumer = `
import {
  AliasClient,
  AutomationClient,
  verifyWebhook,
  type Alias,
  type AliasApi,
  type Automation,
  type AutomationWebhook,
  type Execution,
  type TriggerAutomationAnswer,
  type WebhookEvent,
} from '@waypost/sdk'

const waypost = new AutomationClient({ apiKey: 'gfac_' })
const started: TriggerAutomationAnswer = await waypost.automations.trigger('id', { variables: { city: 'Basel' } })
const { executionId } = started
const automation: Automation = await waypost.automations.get('id')
const execution: Execution = await waypost.executions.get(executionId)
const [webhook]: AutomationWebhook[] = await waypost.webhooks.list().all()
const { status } = await waypost.waitForExecution(executionId, { signal: AbortSignal.timeout(1000) })
const ended: 'pending' | 'running' | 'completed' | 'failed' = status
for await (const { address } of new AliasClient({ apiKey: 'jm_live_' }).addresses.list({ status: 'active' }))
  address satisfies AliasApi.Alias['address'] & Alias['address']
const event: WebhookEvent = await verifyWebhook({ payload: '', headers: new Headers(), secret: ['a', 'b'] })
if (event.event === 'email.received') event.data.subject satisfies string
if (event.event === 'pipeline.failed') event.data.status satisfies 'failed' | 'partial_failed'

// @ts-expect-error there is no such action
await waypost.automations.create({ name: 'x', actions: [{ name: 'x', type: 'jump' }] })
// @ts-expect-error an id is needed
await waypost.automations.trigger()
// @ts-expect-error there is no such status
waypost.executions.list({ status: 'lost' })
// @ts-expect-error only emails have a subject
if (event.event === 'webhook.test') event.data.subject
export { automation, ended, execution, webhook }
`

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return port
}
