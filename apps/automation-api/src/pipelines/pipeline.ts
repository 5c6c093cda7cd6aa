import { nameText } from '@waypost/http'
import { z } from 'zod'
import type { pipelines } from '../db/pipeline-tables.ts'
import { memberList, memberSettings } from './member-settings.ts'

const isoTime = z.iso.datetime()
const name = nameText(200)
const automationIds = z
  .array(z.uuid().transform((id) => id.toLowerCase()))
  .min(1)
  .max(50)
  .refine((list) => new Set(list).size === list.length, {
    message: 'must not name one twice',
    params: { rule: 'arrayUnique' },
  })

export const pipeline = z.object({
  id: z.uuid(),
  name: z.string(),
  automationIds: z.array(z.uuid()).describe('In the order in which they run'),
  members: z.array(memberSettings).describe('What those of them get from earlier ones that have settings'),
  continueOnFailure: z.boolean().describe('Whether the rest runs when an automation has failed'),
  chainSession: z
    .boolean()
    .describe('Whether each automation starts with the session that the previous one saved'),
  version: z.number().int(),
  createdAt: isoTime,
  updatedAt: isoTime,
})

export const newPipeline = z.strictObject({
  name,
  automationIds,
  members: memberList.optional(),
  continueOnFailure: z.boolean().optional(),
  chainSession: z.boolean().optional(),
})
export const pipelineChange = newPipeline.partial()

export type Pipeline = z.infer<typeof pipeline>

export function toPipeline(row: typeof pipelines.$inferSelect): Pipeline {
  return {
    id: row.id,
    name: row.name,
    automationIds: row.automationIds,
    members: row.members,
    continueOnFailure: row.continueOnFailure,
    chainSession: row.chainSession,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
