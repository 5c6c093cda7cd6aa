import { z } from 'zod'

/** How many runs of an account may wait for a person at a time: each of them keeps a browser open. */
export const MOST_WAITING = 5

/** What a run waits for that has been handed over to a person. */
export const waiting = z
  .object({
    stepName: z.string(),
    message: z.string().describe('What the person is asked to do'),
    since: z.iso.datetime(),
    until: z.iso.datetime().describe('When the run fails, unless it is given back'),
  })
  .describe('Only while the run waits for a person')

export type Waiting = z.infer<typeof waiting>
