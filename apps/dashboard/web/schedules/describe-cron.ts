const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = Array.from({ length: 12 }, (_, index) =>
  new Date(Date.UTC(2000, index)).toLocaleString('en', { month: 'long', timeZone: 'UTC' }),
)
const list = new Intl.ListFormat('en')
const time = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

/** A cron expression in words, where it is one of the usual kind: `0 7 * * 1-5` → `Monday to Friday at 7:00 AM`. */
export function describeCron(cron: string): string | undefined {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = cron.trim().split(/\s+/)
  if (weekday === '' || more.length > 0) return undefined
  const isDaily = day === '*' && month === '*' && weekday === '*'
  if (isDaily && (hour === '*' || hour.startsWith('*/'))) return describeInterval(minute, hour)
  const days = isDaily ? 'every day' : describeDays(day, month, weekday)
  const at = describeTimes(minute, hour)
  return days !== undefined && at !== undefined ? `${days} at ${at}` : undefined
}

/** Every few minutes or hours, where the same number of them fits into each hour or day. */
function describeInterval(minute: string, hour: string): string | undefined {
  const minutes = stepOf(minute, 60)
  if (minutes !== undefined) return hour === '*' ? describeStep(minutes, 'minute') : undefined
  const start = numberOf(minute, 0, 59)
  const hours = stepOf(hour, 24)
  if (start === undefined || hours === undefined) return undefined
  return start === 0
    ? describeStep(hours, 'hour')
    : `${describeStep(hours, 'hour')}, ${start} ${start === 1 ? 'minute' : 'minutes'} past`
}

const describeStep = (step: number, unit: string): string =>
  step === 1 ? `every ${unit}` : `every ${step} ${unit}s`

function stepOf(text: string, whole: number): number | undefined {
  if (text === '*') return 1
  const step = text.startsWith('*/') ? numberOf(text.slice(2), 1, whole - 1) : undefined
  return step !== undefined && whole % step === 0 ? step : undefined
}

function describeTimes(minute: string, hour: string): string | undefined {
  const at = numberOf(minute, 0, 59)
  const hours = hour.split(',').map((each) => numberOf(each, 0, 23))
  if (at === undefined || hours.includes(undefined)) return undefined
  return list.format(hours.map((each) => time.format(Date.UTC(2000, 0, 1, each, at)).replace('\u202f', ' ')))
}

function describeDays(day: string, month: string, weekday: string): string | undefined {
  if (day === '*') return month === '*' ? describeWeekdays(weekday) : undefined
  const number = numberOf(day, 1, 31)
  if (number === undefined || weekday !== '*') return undefined
  if (month === '*') return `on day ${number} of each month`
  const of = numberOf(month, 1, 12)
  return of === undefined ? undefined : `every ${months[of - 1]} ${number}`
}

function describeWeekdays(text: string): string | undefined {
  const range = /^([0-6])-([1-7])$/.exec(text)
  if (range) return `${nameOf(range[1]!)} to ${nameOf(range[2]!)}`
  const names = text.split(',').map((each) => (/^[0-7]$/.test(each) ? nameOf(each) : undefined))
  return names.includes(undefined) ? undefined : `every ${list.format(names as string[])}`
}

const nameOf = (weekday: string): string => weekdays[Number(weekday) % 7]!

function numberOf(text: string, least: number, most: number): number | undefined {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : undefined
  return number !== undefined && number >= least && number <= most ? number : undefined
}
