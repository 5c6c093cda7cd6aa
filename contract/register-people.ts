import { randomUUID } from 'node:crypto'
import { waitFor } from '@waypost/testing'
import type { TestProject } from 'vitest/node'
import { readEnv } from './env.ts'

/** The service at BASE_URL. */
export interface RemoteService {
  baseUrl: string
  /** Where it accepts mail, if it does. */
  smtpUrl: string
  /** The name or address under which it reaches this machine. */
  publicHost: string
  /** JWTs of two new accounts. */
  tokens: { person: string; stranger: string }
  adminToken: string | undefined
}

declare module 'vitest' {
  interface ProvidedContext {
    remoteService?: RemoteService
  }
}

/** Registers two accounts for the whole run, not two for each file: the number of registrations is limited. */
export async function setup(project: TestProject): Promise<void> {
  const { BASE_URL, ACCOUNTS_URL, ADMIN_TOKEN, PUBLIC_HOST, SMTP_URL } = readEnv()
  project.provide('remoteService', {
    baseUrl: BASE_URL!,
    smtpUrl: SMTP_URL ?? `smtp://${new URL(BASE_URL!).hostname}:2525`,
    publicHost: PUBLIC_HOST,
    adminToken: ADMIN_TOKEN,
    tokens: { person: await signIn(ACCOUNTS_URL!), stranger: await signIn(ACCOUNTS_URL!) },
  })
}

async function signIn(accountsUrl: string): Promise<string> {
  const account = { email: `contract-${randomUUID()}@example.com`, password: randomUUID() }
  await post(`${accountsUrl}/auth/register`, account)
  await confirmAddress(accountsUrl, account.email)
  const { token } = (await post(`${accountsUrl}/auth/login`, account)) as { token: string }
  return token
}

/** Only a confirmed account may send. Where there is no outbox to read, the operator has to confirm it. */
async function confirmAddress(accountsUrl: string, email: string): Promise<void> {
  const outbox = `${accountsUrl}/dev/outbox?to=${encodeURIComponent(email)}`
  if ((await fetch(outbox)).status === 404) return
  const token = await waitFor('the confirmation e-mail', async () => {
    const { data } = (await (await fetch(outbox)).json()) as { data: { bodyText: string }[] }
    return /\/confirm-email#token=([\w-]+)/.exec(data[0]?.bodyText ?? '')?.[1]
  })
  await post(`${accountsUrl}/auth/confirm-email`, { token })
}

async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${await response.text()}`)
  return response.json()
}
