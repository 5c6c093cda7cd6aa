import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { AutomationClient } from '@waypost/sdk'
import { z } from 'zod'
import { answer } from './answer.ts'

const id = z.uuid()

/** Runs that start by the clock. */
export function registerScheduleTools(server: McpServer, client: AutomationClient): void {
  server.registerTool(
    'list_schedules',
    {
      title: 'List schedules',
      description:
        'What starts by the clock: the target, the rule, the next times and how the last run ended.',
      inputSchema: {
        limit: z.number().int().min(1).max(100).default(20),
        offset: z.number().int().min(0).default(0),
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (query, { signal }) =>
      answer(async () => {
        const { items, total } = await client.schedules.list(query, { signal }).page()
        return { total, schedules: items }
      }),
  )
  server.registerTool(
    'create_schedule',
    {
      title: 'Create a schedule',
      description:
        'Starts an automation, a pipeline or an earlier request by the clock, until the schedule is deleted. Give exactly one of `cron`, `every` and `rrule`. `nextRuns` of the answer are the next ten times.',
      inputSchema: {
        name: z.string().max(200),
        target: z.object({ type: z.enum(['automation', 'pipeline', 'intent']), id }),
        cron: z.string().max(200).optional().describe('Five fields, such as `0 7 * * 1-5`'),
        every: z.string().max(10).optional().describe('Minutes, hours or days, such as `15m`'),
        rrule: z.string().max(500).optional().describe('A rule of RFC 5545, such as `FREQ=WEEKLY;BYDAY=MO`'),
        timezone: z.string().max(100).optional().describe('Such as Europe/Berlin; UTC without it'),
        variables: z.record(z.string(), z.string()).optional().describe('Values that each run gets'),
        startAt: z.iso.datetime().optional(),
        endAt: z.iso.datetime().optional(),
        overlap: z
          .enum(['skip', 'queue'])
          .optional()
          .describe('While the run before goes on; skip without it'),
      },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    },
    (input, { signal }) => answer(() => client.schedules.create(input, { signal })),
  )
  server.registerTool(
    'delete_schedule',
    {
      title: 'Delete a schedule',
      description: 'Nothing starts by it any more. The runs that it has started are kept.',
      inputSchema: { id },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    (input, { signal }) =>
      answer(async () => {
        await client.schedules.delete(input.id, { signal })
        return { id: input.id, deleted: true }
      }),
  )
}
