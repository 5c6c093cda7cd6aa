import { attemptDay } from '@waypost/webhooks'
import { z } from 'zod'
import { account } from '../limits/account.ts'

const count = z.number().int().min(0)
const isoTime = z.iso.datetime()

const outcomes = {
  completed: count,
  failed: count,
  stopped: count.describe('Stopped by a person or a program: neither a success nor a failure'),
}

const failure = z.object({
  automationId: z.uuid(),
  automationName: z.string(),
  error: z.string().describe('Of the latest of these runs; errors that differ in numbers alone are one'),
  count,
  firstAt: isoTime,
  lastAt: isoTime,
  executionId: z.uuid().describe('The latest of these runs'),
  isRecovered: z.boolean().describe('Whether the latest run of the automation completed'),
})

const failingSchedule = z.object({
  id: z.uuid(),
  name: z.string(),
  failingSince: isoTime,
  error: z.string().nullable(),
})

/** Whether all is well with an account's runs, and what needs attention. */
export const overview = z.object({
  timeZone: z.literal('UTC').describe('The time zone of the days'),
  days: z
    .array(z.object({ date: z.iso.date(), ...outcomes }))
    .describe('Each day, the earliest first; runs count on the day on which they ended'),
  runs: z.object({
    ...outcomes,
    successRate: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('Completed runs of those that completed or failed; null where there are none'),
    p95DurationMs: count
      .nullable()
      .describe('95 of 100 completed runs took no longer, to about a tenth; null where there are none'),
  }),
  failures: z
    .array(failure)
    .describe('Why runs failed, by automation and error; of the latest 500 failed runs, 20 at most'),
  schedules: z.array(failingSchedule).describe('Schedules whose latest runs failed'),
  webhooks: z.object({
    failing: count.describe('Those whose latest attempt failed'),
    disabled: count.describe('Those that deliver nothing, after too many failures'),
    days: z
      .array(attemptDay)
      .describe('Attempts to deliver, by day, the earliest first; of the last seven days at most'),
  }),
  limits: account.shape.limits,
})

export type Overview = z.infer<typeof overview>
