import { z } from 'zod'

const selectorPart = z.string().min(1).max(2000)

// The Chrome DevTools Recorder's form: alternatives, each one selector or a chain of selectors. In a chain, each
// selector is resolved inside the element that the previous one found.
/** How a step, or a message, names an element. */
export const selectors = z
  .array(z.union([selectorPart, z.array(selectorPart).min(1).max(20)]))
  .min(1)
  .max(20)

export type Selectors = z.infer<typeof selectors>

/** The path to a frame: the index of a child frame at every level. */
export const frame = z.array(z.int().min(0).max(1000)).max(20)
