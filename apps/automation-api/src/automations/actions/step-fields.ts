import { nameText } from '@waypost/http'
import { z } from 'zod'

const timeoutMs = z.int().min(1).max(60_000)

const selectorPart = z.string().min(1).max(2000)

// The Chrome DevTools Recorder's form: alternatives, each one selector or a chain of them, where a part is looked
// for inside what the part before it found.
const selectors = z
  .array(z.union([selectorPart, z.array(selectorPart).min(1).max(20)]))
  .min(1)
  .max(20)

// The page that a step is about: `main`, or the address of a window it opened or of a frame.
const target = z.string().min(1).max(8192)

// The way down to a frame: the index of a child frame at every level.
const frame = z.array(z.int().min(0).max(1000)).max(20)

// What the step leads to. In a url and a title `*` stands for any text.
const assertedEvents = z
  .array(
    z.strictObject({
      type: z.literal('navigation'),
      url: z.string().max(8192).optional(),
      title: z.string().max(1000).optional(),
    }),
  )
  .max(20)

export const everyAction = {
  name: nameText(100),
  timeoutMs: timeoutMs.optional(),
  target: target.optional(),
  assertedEvents: assertedEvents.optional(),
}

const inFrame = { ...everyAction, frame: frame.optional() }

export const onElement = { ...inFrame, selectors }
