import { z } from 'zod'
import { variableName } from '../automations/variables/variable-name.ts'
import type { recordings } from '../db/recording-tables.ts'
import { recordedVariables } from './recorded-variables.ts'
import { recordedStep, type RecordedStep } from './recorded-step.ts'

const isoTime = z.iso.datetime()
const url = z.url({ protocol: /^https?$/ }).max(2048)

/** How long an ended recording that nobody has saved is kept. */
export const keptForMs = 86_400_000

export const recording = z.object({
  id: z.uuid(),
  status: z.enum(['pending', 'running', 'ended']),
  url: z.string().nullable(),
  automationId: z.uuid().nullable(),
  afterStep: z.string().nullable(),
  beforeStep: z.string().nullable(),
  sessionId: z.uuid().nullable(),
  steps: z.array(recordedStep).describe('So far, in their order'),
  variables: recordedVariables.describe('Those of the steps. Values that were typed are not kept'),
  error: z.string().nullable().describe('Why it ended, where its person did not end it'),
  createdAt: isoTime,
  startedAt: isoTime.nullable(),
  endedAt: isoTime.nullable(),
})

export type Recording = z.infer<typeof recording>

/** A recording in a list. */
export const listedRecording = recording.omit({ steps: true, variables: true })

export type ListedRecording = z.infer<typeof listedRecording>

export const newRecording = z
  .strictObject({
    url: url.optional().describe('Where it begins, unless that is after a step of an automation'),
    sessionId: z.uuid().optional().describe('The browser begins with this saved session'),
    automationId: z.uuid().optional().describe('Performs the steps of this automation first'),
    afterStep: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('The name of the last of those steps, which is none within another; by default, all of them'),
    beforeStep: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('In its place, the name of the step before which it begins, also one within another'),
    variables: z.record(variableName, z.string().max(10_000)).optional().describe('Values for those steps'),
  })
  .refine(({ url: given, automationId }) => (given === undefined) !== (automationId === undefined), {
    message: 'must be given, or an automation in its place',
    params: { rule: 'isDefined' },
    path: ['url'],
  })
  .refine(
    ({ automationId, afterStep, beforeStep, variables }) =>
      automationId ?? ![afterStep, beforeStep, variables].some(Boolean),
    {
      message: 'needs an automation',
      params: { rule: 'isDefined' },
      path: ['automationId'],
    },
  )
  .refine(({ afterStep, beforeStep }) => !afterStep || !beforeStep, {
    message: 'must not be given beside afterStep',
    params: { rule: 'isEmpty' },
    path: ['beforeStep'],
  })

type Row = typeof recordings.$inferSelect

const timeOf = (at: Date | null) => at?.toISOString() ?? null

export const toListedRecording = (row: Row): ListedRecording => ({
  id: row.id,
  status: row.status,
  url: row.url,
  automationId: row.automationId,
  afterStep: row.afterStep,
  beforeStep: row.beforeStep,
  sessionId: row.sessionId,
  error: row.error,
  createdAt: row.createdAt.toISOString(),
  startedAt: timeOf(row.startedAt),
  endedAt: timeOf(row.endedAt),
})

export const toRecording = (row: Row, steps: RecordedStep[]): Recording => ({
  ...toListedRecording(row),
  steps,
  variables: row.variables,
})
