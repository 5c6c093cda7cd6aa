import { expect, test } from 'vitest'
import { aliasChannel } from '../channels/alias.ts'
import { automationChannel } from '../channels/automation.ts'
import { titleOf } from './event-titles.ts'
import { formatBody } from './format-body.ts'
import { summarizeEvent } from './summarize-event.ts'

const at = '2026-03-02T09:30:00.000Z'
const envelope = (event: string, data: object, timestamp: string | number = at) =>
  JSON.stringify({ event, timestamp, data })
const received = (subject: string) =>
  envelope(
    'email.received',
    { emailId: 'e', addressId: 'a', from: 'ada@example.org', subject, receivedAt: at },
    0,
  )
const failed = envelope('automation.failed', {
  executionId: 'id',
  sessionId: null,
  automationId: 'id',
  automationName: 'Prices',
  status: 'failed',
  error: 'Timed out',
  extractedData: { prices: ['18.00 €', '19.00 €'], nothing: [], rows: [{ a: 1 }] },
  selfHeal: { occurred: false, count: 0, healedActions: [] },
})
const formats = ['slack', 'discord', 'teams'] as const

test('without a format, the event itself is sent, byte for byte', () => {
  const text = '{ "event":"job.failed","timestamp":1,"data":{"n":1.0}}'
  expect(formatBody(null, text)).toBe(text)
})

test('each event of both services has a title of its own', () => {
  for (const event of [...Object.keys(aliasChannel.events), ...Object.keys(automationChannel.events)])
    expect(titleOf(event, { message: 'Hello' }), event).not.toBe(event)
})

test('an event is summed up as a line and as facts without ids and empty ones', () => {
  expect(summarizeEvent(failed)).toEqual({
    event: 'automation.failed',
    title: 'Prices failed: Timed out',
    facts: [
      { label: 'Automation name', value: 'Prices' },
      { label: 'Status', value: 'failed' },
      { label: 'Error', value: 'Timed out' },
      { label: 'prices', value: '18.00 €, 19.00 €' },
      { label: 'rows', value: '[{"a":1}]' },
    ],
    at: new Date(at),
  })
})

test('the message for Slack has the text, and its blocks', () => {
  expect(JSON.parse(formatBody('slack', received('Hello')))).toMatchObject({
    text: 'Email from ada@example.org: Hello',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'Email from ada@example.org: Hello' } },
      {
        type: 'section',
        fields: expect.arrayContaining([
          { type: 'plain_text', text: 'Subject\nHello', emoji: false },
        ]) as unknown,
      },
      { type: 'context', elements: [{ text: 'email.received · 1970-01-01T00:00:00.000Z' }] },
    ],
  })
})

test('the message for Discord is an embed that mentions nobody', () => {
  expect(JSON.parse(formatBody('discord', failed))).toMatchObject({
    embeds: [
      {
        title: 'Prices failed: Timed out',
        fields: expect.arrayContaining([{ name: 'Status', value: 'failed', inline: true }]) as unknown,
        footer: { text: 'automation.failed' },
        timestamp: at,
      },
    ],
    allowed_mentions: { parse: [] },
  })
})

test('the message for Teams is an Adaptive Card', () => {
  expect(JSON.parse(formatBody('teams', failed))).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          body: [
            { type: 'TextBlock', text: 'Prices failed: Timed out' },
            {
              type: 'FactSet',
              facts: expect.arrayContaining([{ title: 'Status', value: 'failed' }]) as unknown,
            },
            { type: 'TextBlock', text: `automation.failed · ${at}` },
          ],
        },
      },
    ],
  })
})

test('what a sender of mail wrote mentions nobody, links nowhere and formats nothing', () => {
  const body = received(
    '<!channel> <https://evil.example|bank> [bank](https://evil.example) **now** @everyone',
  )
  const slack = JSON.parse(formatBody('slack', body)) as { text: string; parse: string }
  expect(slack.text).toContain('&lt;!channel&gt; &lt;https://evil.example|bank&gt;')
  expect(slack.parse).toBe('none')
  expect(formatBody('slack', body)).not.toContain('"mrkdwn"')
  for (const format of ['discord', 'teams'] as const)
    expect(JSON.stringify(JSON.parse(formatBody(format, body)))).toContain(
      String.raw`\\[bank\\]\\(https://evil.example\\) \\*\\*now\\*\\*`,
    )
})

test('a message keeps within the limits of its service, whatever an event says', () => {
  const long = '*'.repeat(100_000)
  const data = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`${index}${long}`, long]))
  const body = envelope('automation.completed', { automationName: long, extractedData: data })
  const [embed] = (JSON.parse(formatBody('discord', body)) as { embeds: Embed[] }).embeds
  expect(embed!.title.length).toBeLessThanOrEqual(256)
  expect(embed!.fields.length).toBeLessThanOrEqual(25)
  const texts = [embed!.title, ...embed!.fields.flatMap(({ name, value }) => [name, value])]
  expect(texts.join('').length).toBeLessThanOrEqual(5900)
  const { blocks } = JSON.parse(formatBody('slack', body)) as {
    blocks: { text: { text: string }; fields: unknown[] }[]
  }
  expect(blocks[0]!.text.text.length).toBeLessThanOrEqual(150)
  expect(blocks[1]!.fields.length).toBeLessThanOrEqual(10)
  for (const format of formats) expect(formatBody(format, body).length).toBeLessThan(28_000)
})

interface Embed {
  title: string
  fields: { name: string; value: string }[]
}
