import type { ScheduleNotice } from './notice.ts'

export function writeScheduleNotice(
  { kind, scheduleId, scheduleName, error, nextRunAt }: ScheduleNotice,
  publicUrl: URL,
): { subject: string; text: string } {
  const page = `${publicUrl.origin}/schedules/${scheduleId}`
  const name = scheduleName.replaceAll(/\s+/g, ' ')
  if (kind === 'schedule_recovered')
    return { subject: `Schedule works again: ${name}`, text: recovered(name, page) }
  return { subject: `Schedule failed: ${name}`, text: failing(name, page, error, nextRunAt) }
}

const failing = (
  name: string,
  page: string,
  error: string | null,
  nextRunAt: string | null,
) => `The last run of your schedule “${name}” failed:

${error ?? 'No reason is known.'}

${nextRunAt ? `It runs again at ${nextRunAt}.` : 'It has no time to come.'} You get another email once it works again, and none until then:

${page}
`

const recovered = (name: string, page: string) => `The last run of your schedule “${name}” completed.

${page}
`
