import type { LimitNotice } from './notice.ts'

export function writeLimitNotice(
  { unit, used, limit }: LimitNotice,
  publicUrl: URL,
): { subject: string; text: string } {
  return {
    subject: `Limit nearly reached: ${unit}`,
    text: `Your account uses ${describe(unit, used, limit)}. Above the limit, what needs more is refused.

Settings, Limits and plan shows how much of each limit is used:

${publicUrl.origin}/account/limits

You get no further email about this limit for a week.
`,
  }
}

const mebibyte = 2 ** 20

const describe = (unit: string, used: number, limit: number): string =>
  unit.startsWith('bytes')
    ? `${Math.floor(used / mebibyte)} of ${Math.floor(limit / mebibyte)} MiB${unit.slice('bytes'.length)}`
    : `${used} of ${limit} ${unit}`
