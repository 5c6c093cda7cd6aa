import { expect, test } from 'vitest'
import { describeCron } from './describe-cron.ts'

test.each([
  ['0 7 * * *', 'every day at 7:00 AM'],
  ['30 7,19 * * *', 'every day at 7:30 AM and 7:30 PM'],
  ['0 7 * * 1-5', 'Monday to Friday at 7:00 AM'],
  ['0 0 * * 5-7', 'Friday to Sunday at 12:00 AM'],
  ['5 18 * * 1', 'every Monday at 6:05 PM'],
  ['0 12 * * 0,3,6', 'every Sunday, Wednesday, and Saturday at 12:00 PM'],
  ['0 7 1 * *', 'on day 1 of each month at 7:00 AM'],
  ['0 7 1 1 *', 'every January 1 at 7:00 AM'],
  ['* * * * *', 'every minute'],
  ['*/15 * * * *', 'every 15 minutes'],
  ['0 * * * *', 'every hour'],
  ['20 */6 * * *', 'every 6 hours, 20 minutes past'],
  [' 0  */2 * * * ', 'every 2 hours'],
])('%s is “%s”', (cron, words) => {
  expect(describeCron(cron)).toBe(words)
})

test.each([
  ['of steps that do not fit into an hour', '*/7 * * * *'],
  ['of a day and a weekday, which is either', '0 7 1 * 1'],
  ['of several minutes', '0,30 7 * * *'],
  ['of a range of hours', '0 9-17 * * *'],
  ['of a weekday in some months', '0 7 * 6 1'],
  ['of names', '0 7 * * MON'],
  ['of the last day', '0 7 L * *'],
  ['with seconds', '0 0 7 * * *'],
  ['of too few parts', '0 7 * *'],
  ['of numbers that there are not', '61 25 * * *'],
])('a cron expression %s stays as it is', (_what, cron) => {
  expect(describeCron(cron)).toBeUndefined()
})
