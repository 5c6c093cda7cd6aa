import { z } from 'zod'

const STEP_KINDS = [
  'open',
  'click',
  'double_click',
  'hover',
  'type',
  'choose',
  'check',
  'uncheck',
  'press_key',
  'wait_for',
  'scroll',
  'extract',
  'extract_list',
  'download',
  'screenshot',
  'pdf',
  'back',
  'forward',
  'reload',
  'wait',
  'expect',
  'hand_over',
  'done',
  'give_up',
] as const

/**
 * The schema of a model's response. Flat and with every property required, because every server can enforce that form.
 * It names elements by their numbers in the prompt, so that it can name no others, and contains no selectors or code.
 */
export function stepSchema(count: number) {
  const element = z
    .int()
    .min(0)
    .max(Math.max(0, count - 1))
    .nullable()
  return z.object({
    action: z.enum(STEP_KINDS),
    element,
    value: z.string().max(2000).nullable(),
    output: z.string().max(100).nullable(),
    all: z.boolean().nullable(),
    isLast: z.boolean(),
  })
}

export type ModelStep = z.infer<ReturnType<typeof stepSchema>>
