import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createApp, createLogger, registerJwt, standardErrorForm } from '@waypost/http'
import {
  createTestDatabase,
  inheritedEnvironment,
  startMailSink,
  waitFor,
  type MailSink,
  type TestDatabase,
} from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password } from './create-test-dashboard.ts'
import type { Tokens } from './tokens/tokens.ts'

const entry = fileURLToPath(new URL('main.ts', import.meta.url))

const publicUrl = 'https://dashboard.example'

interface Started {
  child: ChildProcess
  url: string
}

let database: TestDatabase
let sink: MailSink
// A process takes about a second to start, so all tests here share two that start at the same moment.
let one: Started
let other: Started
const started: ChildProcess[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  sink = await startMailSink()
  const mail = { SMTP_SMARTHOST: sink.url, DASHBOARD_PUBLIC_URL: publicUrl }
  ;[one, other] = await Promise.all([startReady({ ...mail, DASHBOARD_DEV_OUTBOX: 'true' }), startReady(mail)])
})
afterAll(async () => {
  for (const child of started) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  await sink?.close()
  await database?.drop()
})

function start(environment: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, [entry], {
    env: { ...inheritedEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  return child
}

/** Starts a process with a valid environment and waits until it reports that it is ready. */
async function startReady(changes: NodeJS.ProcessEnv): Promise<Started> {
  const child = start({
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    JWT_ISSUER: 'https://waypost.example',
    DASHBOARD_PORT: '0',
    METRICS_PORT: '0',
    ...changes,
  })
  let url = ''
  for await (const line of createInterface(child.stdout!)) {
    const { msg } = JSON.parse(line) as { msg: string }
    url ||= /^Server listening at (http:\S+)$/.exec(msg)?.[1] ?? ''
    if (msg === 'ready') {
      child.stdout!.resume()
      return { child, url }
    }
  }
  throw new Error('the process ended before it was ready')
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

describe('the process', () => {
  test('shares its signing key with another that starts at the same moment, and each accepts the tokens of the other', async () => {
    const jwks = await Promise.all(
      [one, other].map(async ({ url }) => (await fetch(`${url}/.well-known/jwks.json`)).json()),
    )
    expect(jwks[0]).toMatchObject({ keys: [{ kty: 'RSA' }] })
    expect(jwks[1]).toEqual(jwks[0])

    const registered = await post(`${one.url}/auth/register`, { email: 'ada@example.com', password })
    expect(registered.status).toBe(201)
    const { refreshToken } = (await registered.json()) as Tokens
    expect((await post(`${other.url}/auth/refresh`, { refreshToken })).status).toBe(200)
    expect((await post(`${one.url}/auth/refresh`, { refreshToken })).status).toBe(401)
  })

  test('issues tokens that services verify with its JWKS', async () => {
    const { url } = one
    const service = createApp({
      logger: createLogger('test', 'silent'),
      errorForm: standardErrorForm,
      trustProxy: false,
      corsOrigins: [],
    })
    const authenticate = registerJwt(service, {
      jwksUrl: `${url}/.well-known/jwks.json`,
      issuer: 'https://waypost.example',
      audience: 'waypost',
    })
    service.get('/me', (request) => authenticate(request))

    const registered = await post(`${url}/auth/register`, { email: 'grace@example.com', password })
    const { token, refreshToken } = (await registered.json()) as Tokens
    const asBearer = (value: string) =>
      service.inject({ url: '/me', headers: { authorization: `Bearer ${value}` } })
    expect((await asBearer(token)).json()).toMatchObject({ email: 'grace@example.com' })
    expect((await asBearer(refreshToken)).statusCode).toBe(401)
    await service.close()
  })

  test('sends a new user a link to its public URL that confirms the address', async () => {
    const send = (path: string, body: object) => post(other.url + path, body, { origin: publicUrl })
    await send('/auth/sign-up', { email: 'mary@example.com', password })
    // Either process may send the e-mail.
    const mail = await waitFor('the mail', async () =>
      sink.mails.find(({ to }) => to[0] === 'mary@example.com'),
    )
    const text = mail.content.toString().replaceAll('=\r\n', '').replaceAll('=3D', '=')
    const [, token] = /https:\/\/dashboard\.example\/confirm-email#token=([\w-]{43})\r/.exec(text) ?? []
    const confirmed = await send('/auth/confirm-email', { token })
    expect(await confirmed.json()).toEqual({ email: 'mary@example.com', held: true })
    // Anybody may read e-mails only if no mail server is configured.
    expect((await fetch(`${other.url}/dev/outbox`)).status).toBe(404)
    expect((await fetch(`${one.url}/dev/outbox`)).status).toBe(200)
  })

  test('exits with code 0 when it is told to stop', async () => {
    const { child } = other
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('does not start with an invalid environment, and names every invalid variable but no value', async () => {
    const child = start({ ENCRYPTION_KEYS: 'not-a-key', DASHBOARD_PORT: 'http' })
    let output = ''
    child.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const [code] = await once(child, 'close')
    expect(code).toBe(1)
    for (const name of ['DATABASE_URL', 'ENCRYPTION_KEYS', 'JWT_ISSUER', 'DASHBOARD_PORT', 'SMTP_SMARTHOST'])
      expect(output).toContain(name)
    expect(output).not.toContain('not-a-key')
  })
})
