import type { AutomationApi } from '@waypost/sdk'
import { describeCron } from './describe-cron.ts'

const units = { m: 'minute', h: 'hour', d: 'day' }

/** When a schedule runs, in a few words. */
export function describeRule({
  cron,
  every,
  rrule,
  timezone,
}: Pick<AutomationApi.Schedule, 'cron' | 'every' | 'rrule' | 'timezone'>): string {
  if (every === null) return `${(cron && describeCron(cron)) ?? cron ?? rrule} (${timezone})`
  const count = Number(every.slice(0, -1))
  const unit = units[every.slice(-1) as keyof typeof units]
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`
}
