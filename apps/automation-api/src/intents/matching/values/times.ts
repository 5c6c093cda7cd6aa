const DAYS: Record<string, string> = {
  today: 'today',
  todays: 'today',
  tonight: 'today',
  tomorrow: 'tomorrow',
  tomorrows: 'tomorrow',
  yesterday: 'yesterday',
  yesterdays: 'yesterday',
}
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'
const ORDER: Record<string, string> = {
  this: 'this',
  current: 'this',
  last: 'last',
  previous: 'last',
  past: 'last',
  next: 'next',
  coming: 'next',
  following: 'next',
}
const PERIOD = new RegExp(
  `\\b(?:(this|current|last|previous|past|next|coming|following) (week|weekend|month|quarter|year|${WEEKDAY})|(${WEEKDAY})|(this) (morning|afternoon|evening))\\b`,
  'g',
)

/** The times that a text names relative to now: today, last month, Monday. */
export function listTimes(text: string): string[] {
  const lower = text.toLowerCase().replaceAll(/['’]/g, '')
  const days = lower.split(/[^\p{L}]+/u).flatMap((word) => DAYS[word] ?? [])
  const periods = [...lower.matchAll(PERIOD)].map(([, order, period, weekday, ofToday]) => {
    if (ofToday) return 'today'
    return order ? `${ORDER[order]} ${period!.replace(/s$/, '')}` : weekday!.replace(/s$/, '')
  })
  return [...new Set([...days, ...periods])]
}
