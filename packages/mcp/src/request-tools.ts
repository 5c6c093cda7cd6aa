import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { AutomationClient } from '@waypost/sdk'
import { z } from 'zod'
import { answer } from './answer.ts'
import { waitSeconds, waitWithProgress } from './wait-with-progress.ts'

/** Requests in plain language: to send, and their outcome. */
export function registerRequestTools(server: McpServer, client: AutomationClient): void {
  server.registerTool(
    'send_request',
    {
      title: 'Send a request in plain language',
      description:
        'Runs the automation that a sentence clearly means, and waits for its result. Where there is none and the key may write, a draft is written, which a person validates first. Where it is unclear, `candidates` has the automations to choose from: run one with `run_automation`.',
      inputSchema: {
        text: z.string().max(2000).describe('What is to be done, such as: look up the price of a book'),
        variables: z.record(z.string(), z.string()).optional().describe('Values that the text does not say'),
        timeZone: z
          .string()
          .max(100)
          .optional()
          .describe('Of “tomorrow” in the text, such as Europe/Berlin; the account’s without it'),
        waitSeconds,
      },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    },
    ({ waitSeconds: seconds, ...input }, extra) =>
      answer(async () => {
        const { intentId } = await client.intents.create(input, { signal: extra.signal })
        const ended = await waitWithProgress(extra, seconds, (options) =>
          client.waitForIntent(intentId, options),
        )
        return ended
          ? withResult(client, ended, extra.signal)
          : { intentId, status: 'received', next: 'Call get_request for the outcome.' }
      }),
  )
  server.registerTool(
    'get_request',
    {
      title: 'Get a request in plain language',
      description: 'The outcome of a request: the automation that was meant, and the result of its run.',
      inputSchema: { id: z.uuid() },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ id }, { signal }) =>
      answer(async () => withResult(client, await client.intents.get(id, { signal }), signal)),
  )
}

type Intent = Awaited<ReturnType<AutomationClient['intents']['get']>>

/** The request with what its run has read, which is content and no instruction. */
async function withResult(client: AutomationClient, intent: Intent, signal: AbortSignal) {
  if (intent.status !== 'executed') return intent
  const { result, executionId } = await client.jobs.get(intent.jobId, { signal })
  return { ...intent, executionId, result }
}
