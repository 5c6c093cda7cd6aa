import { createHmac } from 'node:crypto'
import { waitFor, type WebhookReceiver } from '@waypost/testing'
import type { Narrator } from './narrator.ts'
import { readUntil } from './read-until.ts'
import { watchExecution } from './watch-execution.ts'

interface Intent {
  status: string
  automationId: string | null
  reason: string | null
  error: string | null
}

interface Told {
  event: string
  data: Record<string, unknown>
}

/** Shows both outcomes of a request in plain language: it runs an automation, or has one written. */
export async function demoIntents(
  narrator: Narrator,
  { api, siteUrl, receiver }: { api: string; siteUrl: string; receiver: WebhookReceiver },
  { person, key }: { person: Record<string, string>; key: Record<string, string> },
): Promise<void> {
  const { step, say, request } = narrator
  const { secret } = (await request('GET', `${api}/webhooks/fallback-secret`, { headers: person })) as {
    secret: string
  }

  const ask = async (text: string) => {
    const { intentId } = (await request('POST', `${api}/api/v1/intents`, {
      headers: key,
      body: { text, webhookUrl: receiver.url },
    })) as { intentId: string }
    const ended = await readUntil<Intent>(
      'the intent to end',
      { url: `${api}/api/v1/intents/${intentId}`, headers: key },
      ({ status }) => ['executed', 'generated', 'failed'].includes(status),
    )
    if (ended.status === 'failed') throw new Error(`the intent failed: ${ended.reason}: ${ended.error}`)
    say(ended.status)
    if (ended.status === 'generated') made.push(ended.automationId!)
    return { intentId, automationId: ended.automationId! }
  }
  /** Waits for every event; each signature has to be valid. */
  const receive = async (intentId: string, jobEvents: string[], expected: string[]) => {
    const isOfIt = ({ event, data }: Told) => data['intentId'] === intentId || jobEvents.includes(event)
    const received = await waitFor(
      expected.join(', '),
      () => {
        const told = receiver.requests.map((each) => ({
          ...each,
          told: JSON.parse(each.body.toString()) as Told,
        }))
        const its = told.filter((each) => isOfIt(each.told))
        const names = new Set(its.map((each) => each.told.event))
        return expected.every((event) => names.has(event)) && its
      },
      60_000,
    )
    for (const { headers, body, told } of received) {
      const signature = createHmac('sha256', secret).update(body).digest('hex')
      if (headers['x-service-signature'] !== `sha256=${signature}`)
        throw new Error('a signature did not verify')
      say(`← ${told.event}, signature verified`)
    }
  }

  const made: string[] = []
  try {
    await runRequests()
  } finally {
    step('Tidy up')
    for (const id of made) await request('DELETE', `${api}/api/v1/automations/${id}`, { headers: key })
  }

  async function runRequests(): Promise<void> {
    step('Write an automation that counts books, with a variable')
    const counter = (await request('POST', `${api}/api/v1/automations`, {
      headers: key,
      body: {
        name: 'Count the books with a title',
        description: 'How many books of the shop have a word in their title',
        actions: [
          { name: 'open the shop', type: 'navigate', url: siteUrl },
          { name: 'type the title', type: 'change', selectors: ['aria/Title'], value: '${title}' },
          { name: 'search', type: 'click', selectors: ['aria/Search'] },
          {
            name: 'read the count',
            type: 'extractText',
            selectors: ['#summary'],
            output: 'count',
            pattern: '\\d+',
          },
        ],
      },
    })) as { id: string }
    made.push(counter.id)

    step('Ask for it in plain language: it is found, and runs with the value of the text')
    const first = await ask('Count the books with the title "tide"')
    if (first.automationId !== counter.id) throw new Error('another automation was meant')
    await receive(
      first.intentId,
      ['job.enqueued', 'job.completed'],
      ['intent.received', 'intent.resolved', 'job.enqueued', 'job.completed', 'intent.completed'],
    )
    receiver.requests.length = 0

    step('Ask for something that no automation does: one is written, step by step, on the live page')
    const second = await ask(
      `open ${siteUrl}; type "patient" into Title; click Search; extract the price as price`,
    )
    await receive(
      second.intentId,
      [],
      ['intent.received', 'intent.generation.started', 'intent.generation.completed', 'intent.completed'],
    )
    receiver.requests.length = 0

    step('It is a draft: validate it, which tries it out')
    const draft = `${api}/api/v1/automations/${second.automationId}`
    await request('POST', `${draft}/validate`, { headers: key })
    const { validation } = await readUntil<{ validation: { status: string; error: string | null } }>(
      'the validation',
      { url: draft, headers: key },
      (found) => found.validation.status !== 'running',
    )
    say(`${validation.status}${validation.error === null ? '' : `: ${validation.error}`}`)
    if (validation.status !== 'passed') throw new Error('the draft did not pass')

    step('Now it runs, as a job this time')
    const { jobId } = (await request('POST', `${api}/api/v1/jobs/enqueue`, {
      headers: key,
      body: { type: 'automation', targetId: second.automationId, webhookUrl: receiver.url },
    })) as { jobId: string }
    const { executionId } = await readUntil<{ executionId: string | null }>(
      'its execution',
      { url: `${api}/api/v1/jobs/${jobId}`, headers: key },
      (job) => job.executionId !== null,
    )
    await watchExecution(narrator, `${api}/api/v1/executions/${executionId}`, key)
    await receive('', ['job.enqueued', 'job.completed'], ['job.enqueued', 'job.completed'])
  }
}
