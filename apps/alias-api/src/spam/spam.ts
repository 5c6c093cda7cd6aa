import { z } from 'zod'

const reason = z.object({
  rule: z.string().meta({
    description: 'The check that speaks for or against the message; a symbol of rspamd, for example',
  }),
  score: z.number(),
  description: z.string(),
})

/** What was made of a received message. */
export const spam = z.object({
  verdict: z.enum(['clean', 'suspect', 'spam']),
  score: z.number(),
  reasons: z.array(reason),
})

export type Spam = z.infer<typeof spam>
export type SpamReason = z.infer<typeof reason>

const spamFrom = 5
const suspectFrom = 3

/** The verdict of this service's own checks, from what they found. */
export function judge(reasons: SpamReason[]): Spam {
  const score = reasons.reduce((sum, each) => sum + each.score, 0)
  return { verdict: score >= spamFrom ? 'spam' : score >= suspectFrom ? 'suspect' : 'clean', score, reasons }
}
