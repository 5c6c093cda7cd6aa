import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findFreePort, waitFor } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runStart, type Stack } from './start-stack.ts'

const run = promisify(execFile)
const repository = path.join(import.meta.dirname, '..')
const read = (page: string) => readFile(path.join(repository, page), 'utf8')

let stack: Stack
let directory: string
let shell: ChildProcess | undefined

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'waypost-guides-'))
  stack = await runStart({ AUTOMATION_WEBHOOK_DELAYS: '0s,1s' })
})
afterEach(() => shell?.kill())
afterAll(async () => {
  await stack?.stop()
  await rm(directory, { recursive: true, force: true })
})

interface Guide {
  /** The commands of each step, as they stand, but for the ports and the password. */
  steps: string[]
  receiverPort: number
}

/** Reads the numbered steps of a page, and saves the receiver that it shows. */
async function readGuide(page: string, password: string): Promise<Guide> {
  const text = await read(page)
  const section = text.slice(text.indexOf('## From a'), text.indexOf('\n## Credentials'))
  const receiverPort = await findFreePort()
  const [, ownPort] = /listen\((\d+)/.exec(section)!
  const ports = {
    '4000': new URL(stack.dashboardUrl).port,
    '4001': new URL(stack.automationUrl).port,
    '4002': new URL(stack.aliasUrl).port,
    '2525': new URL(stack.smtpUrl).port,
    [ownPort!]: String(receiverPort),
  }
  const adapt = (source: string) =>
    Object.entries(ports)
      .reduce((adapted, [port, own]) => adapted.replaceAll(new RegExp(`\\b${port}\\b`, 'g'), own), source)
      .replace('demo@example.com', stack.demo.email)
      .replace('<what start printed>', password)
  const [, file] = /Save it as `([^`]+)`/.exec(section)!
  const [, program] = /```js\n(.+?)```/s.exec(section)!
  await writeFile(path.join(directory, file!), adapt(program!))
  const steps = [...section.matchAll(/```sh\n(.+?)```/gs)].map(([, commands]) => adapt(commands!))
  return { steps, receiverPort }
}

test('the guides use ports and files of their own, so that both can be followed at the same time', async () => {
  const pages = await Promise.all(['docs/automation-api.md', 'docs/alias-api.md'].map(read))
  const used = pages.map((text) => {
    const ports = [...text.matchAll(/listen\((\d+)/g)].map(([, port]) => port!)
    const files = [...text.matchAll(/Save it as `([^`]+)`/g)].map(([, file]) => file!)
    return [...ports, ...files]
  })
  expect(used.map(({ length }) => length)).toEqual([2, 2])
  // That of `listen`, which a reader may have running.
  expect(used.flat()).not.toContain('9000')
  expect(new Set(used.flat()).size).toBe(4)
})

function openShell(): { type: (commands: string) => void; output: () => string; close: () => Promise<void> } {
  const child = spawn('bash', [], { cwd: directory, stdio: ['pipe', 'pipe', 'pipe'] })
  shell = child
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return {
    type: (commands) => void child.stdin.write(`${commands}\n`),
    output: () => output,
    async close() {
      child.stdin.end()
      // The receiver would hold the output open.
      await once(child, 'close')
    },
  }
}

test.each([
  ['docs/automation-api.md', /genuine \{"event":"automation.completed".*"high":"14:05"/],
  ['docs/alias-api.md', /genuine \{"event":"email.received".*"subject":"Hello"/],
])('the guide of %s leads to a verified webhook, and stops what it starts', async (page, delivered) => {
  const { steps, receiverPort } = await readGuide(page, stack.demo.password)
  const { type, output, close } = openShell()
  const stop = steps.pop()!
  for (const step of steps) type(step)
  await waitFor('the webhook', () => delivered.test(output()), 15_000).catch(() => {})
  expect(output()).toMatch(delivered)
  type(stop)
  await close()
  expect(output()).not.toMatch(/undefined|FORGED|There is no/)
  await expect(fetch(`http://127.0.0.1:${receiverPort}`)).rejects.toThrow('fetch failed')
})

test.each(['docs/automation-api.md', 'docs/alias-api.md'])(
  'on a wrong password, the guide of %s shows what the service answered',
  async (page) => {
    const { steps } = await readGuide(page, 'wrong')
    const { type, output, close } = openShell()
    for (const step of steps.slice(0, 2)) type(step)
    type('echo "JWT=$JWT."')
    await close()
    expect(output()).toContain(
      'There is no token in: {"statusCode":401,"message":"Invalid email or password"',
    )
    expect(output()).toContain('JWT=.')
  },
)

test('the first program of the SDK’s README runs from the packed package, in 30 lines', async () => {
  const [, program] = /```js\n(.+?)```/s.exec(await read('packages/sdk/README.md'))!
  expect(program!.trimEnd().split('\n').length).toBeLessThanOrEqual(30)
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<h1>Example Domain</h1>')
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
  const quiet = ['--offline', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['pack', './packages/sdk', '--pack-destination', directory, ...quiet], { cwd: repository })
  await writeFile(path.join(directory, 'package.json'), '{ "private": true }')
  await run('npm', ['install', './waypost-sdk-0.1.0.tgz', ...quiet], { cwd: directory })
  await writeFile(path.join(directory, 'first-steps.mjs'), program!.replace('https://example.com/', url))
  const { stdout } = await run(process.execPath, ['first-steps.mjs'], {
    cwd: directory,
    env: {
      PATH: process.env['PATH'],
      WAYPOST_DASHBOARD_URL: stack.dashboardUrl,
      WAYPOST_AUTOMATION_URL: stack.automationUrl,
      WAYPOST_EMAIL: stack.demo.email,
      WAYPOST_PASSWORD: stack.demo.password,
    },
  })
  expect(stdout).toBe("completed { heading: 'Example Domain' }\n")
  site.close()
})
