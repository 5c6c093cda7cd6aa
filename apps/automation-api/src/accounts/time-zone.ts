import { z } from 'zod'

/** The IANA name of a time zone. */
export const timeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, {
    message: 'must be a time zone such as Europe/Berlin',
    params: { rule: 'isTimeZone' },
  })

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
