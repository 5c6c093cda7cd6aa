import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sendMail } from './dashboard/send-mail.ts'
import { runStart, type Stack } from './start-stack.ts'

const main = fileURLToPath(new URL('../packages/mcp/src/main.ts', import.meta.url))

let stack: Stack
let site: Server
let token: string
const open: Client[] = []

beforeAll(async () => {
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end('<title>Shop</title><h1>18.00 €</h1>')
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  stack = await runStart()
  const { email, password } = stack.demo
  token = (await post<{ token: string }>(`${stack.dashboardUrl}/auth/login`, { email, password })).token
})
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})
afterAll(async () => {
  await stack?.stop()
  site.close()
  site.closeAllConnections()
})

async function post<Answer>(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  expect(response.ok, `${url}: ${response.status}`).toBe(true)
  return (await response.json()) as Answer
}
const bearer = () => ({ authorization: `Bearer ${token}` })
const automationKey = async (...scopes: string[]) =>
  (await post<{ rawKey: string }>(`${stack.automationUrl}/api-keys`, { name: 'agent', scopes }, bearer()))
    .rawKey
const aliasKey = async (...scopes: string[]) =>
  (
    await post<{ data: { rawKey: string } }>(
      `${stack.aliasUrl}/api-keys`,
      { name: 'agent', scopes },
      bearer(),
    )
  ).data.rawKey

async function connect(keys: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const { automationUrl, aliasUrl } = stack
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['--conditions=@waypost/source', main],
      env: { WAYPOST_AUTOMATION_URL: automationUrl, WAYPOST_ALIAS_URL: aliasUrl, ...keys },
    }),
  )
  open.push(client)
  return client
}
async function call<Answer>(client: Client, name: string, input: object) {
  const { content, isError } = await client.callTool({ name, arguments: { ...input } })
  const [{ text }] = content as [{ text: string }]
  if (isError) throw new Error(text)
  return JSON.parse(text) as Answer
}

test('an agent finds and runs an automation, and reads what it read', { timeout: 60_000 }, async () => {
  const key = await automationKey('automation:read', 'automation:write', 'automation:execute')
  const { port } = site.address() as AddressInfo
  const actions = [
    { name: 'Open', type: 'navigate', url: `http://127.0.0.1:${port}/` },
    { name: 'Read', type: 'extractText', selectors: [['h1']], output: 'price' },
  ]
  const { id } = await post<{ id: string }>(
    `${stack.automationUrl}/api/v1/automations`,
    { name: 'Price', actions },
    { 'x-api-key': key },
  )
  const client = await connect({ WAYPOST_AUTOMATION_API_KEY: key })
  const { automations } = await call<{ automations: { id: string; name: string }[] }>(
    client,
    'list_automations',
    {},
  )
  expect(automations).toContainEqual(expect.objectContaining({ id, name: 'Price' }))
  expect(await call(client, 'run_automation', { id })).toMatchObject({
    status: 'completed',
    extractedData: { price: '18.00 €' },
  })
  const reader = await connect({ WAYPOST_AUTOMATION_API_KEY: await automationKey('automation:read') })
  await expect(call(reader, 'run_automation', { id })).rejects.toThrow(
    '403 Insufficient permissions. Required scopes: automation:execute',
  )
})

test('an agent makes an alias and waits for a mail to it', { timeout: 60_000 }, async () => {
  const client = await connect({ WAYPOST_ALIAS_API_KEY: await aliasKey('emails:read', 'emails:write') })
  const { id, address } = await call<{ id: string; address: string }>(client, 'create_alias', {
    alias: 'shop',
  })
  const waiting = call(client, 'wait_for_email', { aliasId: id, subject: 'code' })
  await sendMail(stack.smtpUrl, { to: address, subject: 'Your code', text: 'It is 123456' })
  expect(JSON.stringify(await waiting)).toContain('It is 123456')
  const reader = await connect({ WAYPOST_ALIAS_API_KEY: await aliasKey('emails:read') })
  await expect(call(reader, 'create_alias', {})).rejects.toThrow(
    '403 Insufficient permissions. Required scopes: emails:write',
  )
})
