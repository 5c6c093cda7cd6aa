import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { startWebhookReceiver, type WebhookReceiver } from '@waypost/testing'
import { verifyBody } from '@waypost/webhooks'
import { demoEverydayJobs } from './demo-everyday-jobs.ts'
import { demoIntents } from './demo-intents.ts'
import { demoOffice } from './demo-office.ts'
import { mailCode } from './mail-code.ts'
import { startDemoSite } from './demo-site.ts'
import { readStackEnv } from './env.ts'
import { createNarrator } from './narrator.ts'
import { watchExecution } from './watch-execution.ts'

interface Stack {
  dashboardUrl: string
  automationUrl: string
  aliasUrl: string
  smtpUrl: string
  demo: { email: string; password: string }
}

const narrator = createNarrator((text) => process.stdout.write(text))
const { step, say, request } = narrator
try {
  await runDemo(await readStack())
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

async function runDemo(stack: Stack): Promise<void> {
  const site = await startDemoSite((address, code) => mailCode(stack.smtpUrl, address, code))
  const receiver = await startWebhookReceiver()
  try {
    await showProduct(stack, site.url, receiver)
  } finally {
    await Promise.all([site.close(), receiver.close()])
  }
}

async function showProduct(
  { dashboardUrl, automationUrl, aliasUrl, demo }: Stack,
  siteUrl: string,
  receiver: WebhookReceiver,
): Promise<void> {
  step('Sign in')
  const { token } = (await request('POST', `${dashboardUrl}/auth/login`, { body: demo })) as { token: string }
  const person = { authorization: `Bearer ${token}` }

  step('Create an API key; it is shown this once')
  const { rawKey, apiKey } = (await request('POST', `${automationUrl}/api-keys`, {
    headers: person,
    body: { name: 'demo', scopes: ['automation:read', 'automation:write', 'automation:execute'] },
  })) as { rawKey: string; apiKey: { _id: string } }
  const key = { 'x-api-key': rawKey }

  step('Register a webhook to a receiver on this machine')
  const webhook = (await request('POST', `${automationUrl}/webhooks`, {
    headers: person,
    body: {
      name: 'demo',
      url: receiver.url,
      events: ['execution.started', 'automation.completed', 'automation.failed'],
    },
  })) as { _id: string; secret: string }

  step('Create an automation for the little bookshop that the repo ships')
  const automation = (await request('POST', `${automationUrl}/api/v1/automations`, {
    headers: key,
    body: {
      name: 'Price of a book',
      actions: [
        { name: 'open the shop', type: 'navigate', url: siteUrl },
        { name: 'accept cookies', type: 'click', selectors: ['#accept'], optional: true, timeoutMs: 200 },
        { name: 'type the title', type: 'change', selectors: ['aria/Title', 'input[name=q]'], value: 'fog' },
        { name: 'search', type: 'click', selectors: ['aria/Search', 'button'] },
        { name: 'wait for the results', type: 'waitForElement', selectors: ['#results li'] },
        { name: 'read the price', type: 'extractText', selectors: ['#results .price'], output: 'price' },
        {
          name: 'read the list',
          type: 'extract',
          rows: ['#results li'],
          fields: {
            title: { selectors: ['.title'] },
            price: { selectors: ['.price'], type: 'money', required: true },
          },
          output: 'books',
        },
      ],
    },
  })) as { id: string }

  step('Trigger it')
  const { executionId } = (await request(
    'POST',
    `${automationUrl}/api/v1/automations/${automation.id}/trigger`,
    {
      headers: key,
    },
  )) as { executionId: string }

  step('Watch the run')
  await watchExecution(narrator, `${automationUrl}/api/v1/executions/${executionId}`, key)

  step('Receive the webhooks: the first attempt is made 5 s after the event')
  for (const { headers, body } of await receiver.waitForRequests(2, 30_000)) {
    const signature = String(headers['x-service-signature'])
    if (!verifyBody(body, signature, webhook.secret)) throw new Error('a signature did not verify')
    say(`← ${headers['x-service-event']}, signature verified (${signature.slice(0, 20)}…)`)
    say(`  ${body.toString()}`)
  }

  await request('DELETE', `${automationUrl}/webhooks/${webhook._id}`, { headers: person })
  await request('DELETE', `${automationUrl}/api/v1/automations/${automation.id}`, { headers: key })
  receiver.requests.length = 0
  await demoEverydayJobs(narrator, { api: automationUrl, siteUrl }, key)
  await demoOffice(narrator, { api: automationUrl, alias: aliasUrl, siteUrl }, { person, key })
  await demoIntents(narrator, { api: automationUrl, siteUrl, receiver }, { person, key })
  await request('DELETE', `${automationUrl}/api-keys/${apiKey._id}`, { headers: person })
  process.stdout.write('\nEvery signature verified.\n')
}

async function readStack(): Promise<Stack> {
  const file = path.join(readStackEnv().WAYPOST_DATA_DIR, 'stack.json')
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Stack
  } catch {
    throw new Error(`There is no ${file}: run "npx --yes pnpm@12 start" first, in another terminal.`)
  }
}
