import { spawn, spawnSync, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { homedir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { waitFor } from '@waypost/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findTakenPorts } from '../stack/find-taken-ports.ts'
import { expectOwnSecretsOnly, type Run } from './expect-own-secrets.ts'
import { prepareStart } from './prepare-start.ts'

const file = (name: string) => fileURLToPath(new URL(`../stack/${name}`, import.meta.url))

let environment: NodeJS.ProcessEnv
let dataDirectory: string
const started: ChildProcess[] = []

beforeAll(async () => {
  ;({ directory: dataDirectory, environment } = await prepareStart())
})
afterEach(async () => {
  for (const child of started.splice(0))
    if (child.exitCode === null && child.signalCode === null) await ended(child, 'SIGTERM')
})
afterAll(async () => {
  await rm(dataDirectory, { recursive: true, force: true })
})

function run(script: string, changes: NodeJS.ProcessEnv = {}, options: string[] = []): Run {
  const child = spawn(process.execPath, [file(script), ...options], {
    env: { ...environment, ...changes },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return follow(child)
}

function follow(child: ChildProcessByStdio<null, Readable, Readable>): Run {
  started.push(child)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, output: () => output }
}

async function up(): Promise<Run> {
  const stack = run('start.ts')
  await untilUp(stack)
  return stack
}

async function untilUp(stack: Run): Promise<void> {
  await waitFor(
    'the stack to come up',
    () => {
      if (stack.child.exitCode !== null) throw new Error(`start ended:\n${stack.output()}`)
      return stack.output().includes('Ctrl-C stops everything')
    },
    180_000,
  )
}

/** What went wrong comes first: reports show the first line. */
async function expectSuccess({ child, output }: Run): Promise<void> {
  const code = await ended(child)
  const lines = output().trimEnd().split('\n')
  if (code !== 0) throw new Error(`it ended with ${code}: ${lines.at(-1)}\n${lines.join('\n')}`)
}

async function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  if (signal) child.kill(signal)
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

const readStack = async () =>
  JSON.parse(await readFile(path.join(dataDirectory, 'stack.json'), 'utf8')) as {
    dashboardUrl: string
    automationUrl: string
    aliasUrl: string
    dispatcherUrl: string
    demo: { email: string; password: string }
  }

test(
  'the stack starts, the demo runs on it, Ctrl-C stops it, and a second start finds all data again',
  { timeout: 300_000 },
  async () => {
    const first = await up()
    const stack = await readStack()
    for (const url of [stack.dashboardUrl, stack.automationUrl, stack.aliasUrl, stack.dispatcherUrl]) {
      expect(first.output()).toContain(url)
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
    }
    expect(first.output()).toContain(stack.demo.password)

    if (process.platform === 'linux') expectOwnSecretsOnly(first)

    const demo = run('demo.ts')
    await expectSuccess(demo)
    expect(demo.output()).toContain('execution.started, signature verified')
    expect(demo.output()).toContain('automation.completed, signature verified')
    expect(demo.output()).toContain('read the books')
    expect(demo.output()).toContain('"receipt":"Received books.csv, 88 bytes"')
    expect(demo.output()).toContain('books.csv has 4 lines')
    expect(demo.output()).toContain('it waits: Is the parcel well wrapped?')
    expect(demo.output()).toContain('"loaded":"The parcel is in the van"')
    expect(demo.output()).toContain('"greeting":"Welcome back"')

    expect(await readPlan(stack)).toBe('business')
    const plan = run('../operator/waypost.ts', {}, ['plan', stack.demo.email, 'pro'])
    await expectSuccess(plan)
    expect(plan.output()).toContain(`${stack.demo.email} is on the plan pro.`)
    expect(await readPlan(stack)).toBe('pro')
    const unknown = run('../operator/waypost.ts', {}, ['plan', 'nobody@example.com', 'pro'])
    expect(await ended(unknown.child)).toBe(1)
    expect(unknown.output().trim()).toBe(
      'could not put the account on the plan: Nobody has registered with nobody@example.com.',
    )

    const twice = run('start.ts')
    expect(await ended(twice.child)).toBe(1)
    expect(twice.output()).toMatch(/already running/)

    expect(await ended(first.child, 'SIGINT')).toBe(0)
    expect(first.output()).toContain('Stopped.')
    await expect(fetch(stack.automationUrl)).rejects.toThrow('fetch failed')

    const second = await up()
    const again = await readStack()
    expect(again).toEqual(stack)
    const token = await logIn(again)
    const keys = await fetch(`${again.automationUrl}/api-keys`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(keys.status).toBe(200)

    // A crashed process is reported and restarted.
    process.kill(await processIdOf('automation-api'), 'SIGKILL')
    await waitFor('the restart to be said', () =>
      second.output().includes('automation-api ended (SIGKILL); starting it again'),
    )
    await waitFor(
      'the process to be back',
      async () => (await fetch(`${again.automationUrl}/readyz`).catch(() => undefined))?.ok,
      120_000,
    )
    expect(await ended(second.child, 'SIGTERM')).toBe(0)
  },
)

type Stack = Awaited<ReturnType<typeof readStack>>

async function logIn({ dashboardUrl, demo }: Stack): Promise<string> {
  const login = await fetch(`${dashboardUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demo),
  })
  expect(login.status).toBe(200)
  return ((await login.json()) as { token: string }).token
}

async function readPlan(stack: Stack): Promise<string> {
  const headers = { authorization: `Bearer ${await logIn(stack)}` }
  const answer = await fetch(`${stack.aliasUrl}/api/v1/account`, { headers })
  return ((await answer.json()) as { data: { plan: string } }).data.plan
}

// Where the system allows no mount, root is told that all processes run as root.
test.runIf(process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0)(
  'started by root from a directory that only root may enter, each process has a user and secrets of its own',
  { timeout: 300_000 },
  async () => {
    const own = await prepareStart()
    const checkout = path.join(own.directory, 'private/checkout')
    await mkdir(checkout, { recursive: true })
    await chmod(path.dirname(checkout), 0o700)
    const repository = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
    const node = process.execPath.replace(repository, checkout)
    const script = 'mount --bind "$0" "$1" && cd "$1" && exec "$2" stack/start.ts'
    const child = spawn('unshare', ['--mount', 'sh', '-c', script, repository, checkout, node], {
      env: own.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const stack = follow(child)
    await untilUp(stack)
    expect(stack.output()).not.toContain('run as root')
    expectOwnSecretsOnly(stack)
    expect(await ended(child, 'SIGTERM')).toBe(0)
    await rm(own.directory, { recursive: true, force: true })
  },
)

test('a port in use is reported in one clear line', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as { port: number }
  const stack = run('start.ts', { AUTOMATION_PORT: String(port) })
  expect(await ended(stack.child)).toBe(1)
  expect(stack.output().trim()).toBe(
    `Taken by another program: AUTOMATION_PORT ${port}. Set the variable to a free port.`,
  )
  holder.close()
})

test('the demo says what to do when nothing is running', async () => {
  const demo = run('demo.ts', { WAYPOST_DATA_DIR: path.join(dataDirectory, 'nowhere') })
  expect(await ended(demo.child)).toBe(1)
  expect(demo.output()).toContain('npx --yes pnpm@12 start')
})

async function processIdOf(name: string): Promise<number> {
  const log = await readFile(path.join(dataDirectory, 'logs', `${name}.log`), 'utf8')
  const ready = log
    .trimEnd()
    .split('\n')
    .findLast((line) => line.includes('"msg":"ready"'))
  return (JSON.parse(ready!) as { pid: number }).pid
}

test('SIGTERM to the command that started the stack stops all of it', { timeout: 300_000 }, async () => {
  const own = await prepareStart()
  const command = spawn('npx', ['--yes', 'pnpm@12', 'start'], {
    cwd: path.dirname(file('.')),
    // npx may need what the machine says of its registry, and has its cache in the real home.
    env: { ...process.env, ...own.environment, HOME: homedir() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(command)
  let output = ''
  const closed = once(
    command.stdout.on('data', (chunk: Buffer) => (output += chunk.toString())),
    'close',
  )
  await waitFor('the stack to come up', () => output.includes('Ctrl-C stops everything'), 180_000)
  command.kill('SIGTERM')
  // Every process of the stack that outlived the command would hold its output open.
  await closed
  expect(output).toContain('Stopped.')
  const ports = Object.entries(own.environment).filter(([name]) => name.endsWith('_PORT'))
  expect(await findTakenPorts(Object.fromEntries(ports.map(([name, port]) => [name, Number(port)])))).toEqual(
    [],
  )
  await rm(own.directory, { recursive: true, force: true })
})
