import { z } from 'zod'
import { readPosition } from './feed-position.ts'

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= from && Number(text) <= to, {
      message: `must be a whole number from ${from} to ${to}`,
      params: { rule: 'isInt' },
    })
    .transform(Number)

/** Which events to pull. */
export const feedQuery = z.object({
  after: z
    .string()
    .refine((text) => readPosition(text) !== undefined, {
      message: 'must be the position of an event',
      params: { rule: 'matches' },
    })
    .transform((text) => readPosition(text)!)
    .optional()
    .meta({
      description:
        'The position of the last event that you have handled: it and those before it are acknowledged. Without it, events from the last acknowledged one on',
    }),
  wait: wholeNumber(0, 30).default(0).meta({
    type: 'integer',
    minimum: 0,
    maximum: 30,
    default: 0,
    description: 'While there is no event, wait for one, at most this many seconds',
  }),
  limit: wholeNumber(1, 100).default(100).meta({ type: 'integer', minimum: 1, maximum: 100, default: 100 }),
})

export type FeedQuery = z.output<typeof feedQuery>

/** An event in the feed of a webhook. */
export const feedEvent = z.object({
  position: z.string().describe('To acknowledge it and all before it, and to go on after it'),
  id: z.uuid().describe('Of its delivery: the same that is pushed as `X-Service-Delivery`'),
  event: z.string(),
  createdAt: z.iso.datetime(),
  body: z.string().describe('The exact text that is pushed: the envelope as JSON'),
})

export type FeedEvent = z.infer<typeof feedEvent>
