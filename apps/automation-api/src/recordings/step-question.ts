import { z } from 'zod'
import { frame, selectors } from '@waypost/live-view'

const choice = z.object({
  label: z.string().describe('In words: which element it would be'),
  selectors,
  frame: frame.optional(),
})

/** Which of several elements of one name a step means: its selectors are those of the first choice until it is answered. */
export const stepQuestion = z.object({ text: z.string(), choices: z.array(choice) })

export type StepQuestion = z.infer<typeof stepQuestion>
