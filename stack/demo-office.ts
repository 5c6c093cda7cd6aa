import type { Narrator } from './narrator.ts'
import { watchExecution } from './watch-execution.ts'

interface Office {
  api: string
  alias: string
  siteUrl: string
}

const SECRET = 'demoAliasKey'

/**
 * Shows the steps for a day in an office: keys, dialogs, drags, boxes, windows, history, files, a list to go through, a
 * code that is mailed to an alias, and a person who is asked to help.
 */
export async function demoOffice(
  narrator: Narrator,
  { api, alias, siteUrl }: Office,
  { person, key }: { person: Record<string, string>; key: Record<string, string> },
): Promise<void> {
  const { step, say, request } = narrator

  step('Make an alias, and save a key that may read its mail as a secret of the account')
  const made = (await request('POST', `${alias}/api-keys`, {
    headers: person,
    body: { name: 'demo', scopes: ['emails:read', 'emails:write'] },
  })) as { data: { rawKey: string; apiKey: { id: string } } }
  const byKey = { authorization: `Bearer ${made.data.rawKey}` }
  const { data: mailbox } = (await request('POST', `${alias}/api/v1/addresses`, {
    headers: byKey,
    body: { alias: 'Demo' },
  })) as { data: { id: string; address: string } }
  await request('PUT', `${api}/api/v1/secrets/${SECRET}`, {
    headers: key,
    body: { value: made.data.rawKey },
  })

  step('Write an automation for a day in the office')
  const { id } = (await request('POST', `${api}/api/v1/automations`, {
    headers: key,
    body: { name: 'A day in the office', actions: officeActions(siteUrl, mailbox.address).map(allowTime) },
  })) as { id: string }
  try {
    step('Run it: it reads the code from the mail, and waits for a person, who is you')
    const { executionId } = (await request('POST', `${api}/api/v1/automations/${id}/trigger`, {
      headers: key,
    })) as { executionId: string }
    const execution = `${api}/api/v1/executions/${executionId}`
    await watchExecution(narrator, execution, key, async (message) => {
      say(`it waits: ${message}`)
      await request('POST', `${execution}/resume`, { headers: key })
    })
  } finally {
    step('Tidy up')
    await request('DELETE', `${api}/api/v1/automations/${id}`, { headers: key })
    await request('DELETE', `${api}/api/v1/secrets/${SECRET}`, { headers: key })
    await request('DELETE', `${alias}/api/v1/addresses/${mailbox.id}`, { headers: byKey })
    await request('DELETE', `${alias}/api-keys/${made.data.apiKey.id}`, { headers: person })
  }
}

/** A machine that starts everything else at the same time needs more than the usual 15 s. */
const allowTime = (action: object) => ('steps' in action ? action : { timeoutMs: 60_000, ...action })

const officeActions = (siteUrl: string, address: string): object[] => [
  { name: 'open the shelf first', type: 'navigate', url: new URL('/shelf.html', siteUrl).href },
  {
    name: 'read the shelf',
    type: 'extract',
    rows: ['li'],
    fields: { title: { selectors: ['b'] } },
    output: 'shelf',
  },
  { name: 'open the office', type: 'navigate', url: new URL('/office.html', siteUrl).href },
  { name: 'go back', type: 'back' },
  { name: 'go forward', type: 'forward' },
  { name: 'load it again', type: 'reload' },
  {
    name: 'each book',
    type: 'forEach',
    in: 'shelf',
    as: 'book',
    steps: [
      { name: 'type its title', type: 'change', selectors: ['aria/Find'], value: '${book.title}' },
      { name: 'press Enter', type: 'press', key: 'Enter', selectors: ['aria/Find'] },
      {
        name: 'it is there',
        type: 'assert',
        text: '1 found',
        selectors: ['#found'],
        message: 'A book is missing',
      },
    ],
  },
  {
    name: 'every task',
    type: 'repeat',
    while: { present: ['#tasks li'] },
    max: 10,
    steps: [
      { name: 'done', type: 'click', selectors: ['#tasks li button'] },
      { name: 'yes, it is', type: 'dialog', answer: 'accept' },
    ],
  },
  { name: 'load the parcel', type: 'drag', selectors: ['#parcel'], to: { selectors: ['#van'] } },
  { name: 'wrap it', type: 'check', selectors: ['aria/Gift wrap'] },
  { name: 'no newsletter', type: 'uncheck', selectors: ['aria/Newsletter'] },
  { name: 'take a breath', type: 'wait', durationMs: 100 },
  { name: 'read what is loaded', type: 'extractText', selectors: ['#loaded'], output: 'loaded' },
  { name: 'open the terms', type: 'click', selectors: ['aria/Terms'] },
  { name: 'their window', type: 'switchWindow' },
  { name: 'read the terms', type: 'extractText', selectors: ['.law'], output: 'terms' },
  { name: 'keep them', type: 'pdf', fileName: 'terms.pdf' },
  { name: 'back to the office', type: 'switchWindow', to: 'main' },
  { name: 'keep a picture', type: 'screenshot', fullPage: true, output: 'picture' },
  { name: 'look at the parcel', type: 'handOver', message: 'Is the parcel well wrapped?' },
  { name: 'type the alias', type: 'change', selectors: ['aria/Email'], value: address },
  { name: 'ask for a code', type: 'click', selectors: ['aria/Send a code'] },
  {
    name: 'wait for the code',
    type: 'waitForEmail',
    address,
    pattern: String.raw`code is (\d{6})`,
    output: 'code',
    apiKey: `\${secrets.${SECRET}}`,
  },
  { name: 'type the code', type: 'change', selectors: ['aria/Code'], value: '${outputs.code}' },
  { name: 'sign in', type: 'click', selectors: ['aria/Sign in'] },
  { name: 'read the greeting', type: 'extractText', selectors: ['h1'], output: 'greeting' },
]
