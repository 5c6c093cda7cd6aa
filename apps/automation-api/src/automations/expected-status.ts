import { z } from 'zod'

const RANGE = /^([1-5]\d\d)-([1-5]\d\d)$/

const range = z
  .string()
  .regex(RANGE, { abort: true })
  .refine((text) => text.slice(0, 3) <= text.slice(4), {
    message: 'must begin with the lower status',
    params: { rule: 'matches' },
  })

/** The statuses that a page may have: numbers, or ranges such as `500-599`. */
export const expectedStatus = z
  .array(z.union([z.int().min(100).max(599), range]))
  .min(1)
  .max(20)

/** Without expected statuses, every status that is not an error is allowed. */
export function allowsStatus(status: number, expected?: z.infer<typeof expectedStatus>): boolean {
  if (!expected) return status < 400
  return expected.some((each) => {
    if (typeof each === 'number') return status === each
    const [, from, to] = RANGE.exec(each) ?? []
    return status >= Number(from) && status <= Number(to)
  })
}
