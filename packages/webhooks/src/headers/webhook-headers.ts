import { z } from 'zod'

/** Name → value; names in lower case. */
export type WebhookHeaders = Record<string, string>

const mostHeaders = 20
const mostBytes = 4096

// What HTTP itself, a delivery, or a proxy before the receiver says with a header is not for the owner of a webhook to say.
const reserved = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'traceparent',
  'tracestate',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
  'x-real-ip',
])
const reservedBeginning = /^(?:x-service-|webhook-|proxy-|sec-|x-forwarded-)/

const token = /^[\w!#$%&'*+.^`|~-]{1,100}$/
// Visible ASCII with spaces between: neither a line break, which would begin another header, nor bytes of no agreed meaning.
const text = /^[!-~](?:[ !-~]*[!-~])?$/

/** Headers as owners give them with a new webhook. */
export const newWebhookHeaders = z
  .record(z.string(), z.string())
  .superRefine(checkHeaders)
  .transform(lowerCaseNames)
  .describe('Sent with every request. Values are sealed, and no response has them')

/** A change of headers: null removes one, or all. Those that are absent stay. */
export const webhookHeadersChange = z
  .record(z.string(), z.string().nullable())
  .superRefine(checkHeaders)
  .transform(lowerCaseNames)
  .nullable()
  .describe('Those that are absent stay as they are; null removes one, or all')

function lowerCaseNames<Value>(headers: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function checkHeaders(headers: Record<string, string | null>, context: z.core.$RefinementCtx): void {
  const refuse = (message: string) =>
    context.addIssue({ code: 'custom', message, params: { rule: 'isHeaders' } })
  const entries = Object.entries(headers)
  for (const [name, value] of entries) {
    const lower = name.toLowerCase()
    if (!token.test(name)) refuse('must have names of letters, digits and hyphens, at most 100 of them')
    else if (reserved.has(lower) || reservedBeginning.test(lower))
      refuse(`must not have ${lower}, which is not for webhooks to set`)
    else if (value !== null && !text.test(value)) refuse(`must have a visible ASCII text as ${lower}`)
  }
  if (new Set(entries.map(([name]) => name.toLowerCase())).size < entries.length)
    refuse('must not have the same name twice')
  const problem = findExcess(headers)
  if (problem) refuse(problem)
}

/** What is wrong where there are too many headers, or too long ones. */
export function findExcess(headers: Record<string, string | null>): string | undefined {
  const entries = Object.entries(headers)
  if (entries.length > mostHeaders) return `must have no more than ${mostHeaders} names`
  const bytes = entries.reduce((sum, [name, value]) => sum + name.length + (value?.length ?? 0), 0)
  return bytes > mostBytes ? `must have no more than ${mostBytes} characters` : undefined
}
