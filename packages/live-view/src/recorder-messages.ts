import { z } from 'zod'
import { frame, selectors, type Selectors } from './element.ts'

const id = z.uuid()
const mode = z.enum(['record', 'read', 'assert', 'wait', 'hover', 'element'])

/** What the view of a recording may ask for besides, each a JSON text. */
export const recorderMessages = [
  /** Goes to a URL in the window that is shown, as a URL bar does. */
  z.strictObject({ type: z.literal('open'), url: z.string().min(1).max(2048) }),
  z.strictObject({ type: z.literal('go'), to: z.enum(['back', 'forward', 'reload']) }),
  /** What the next press is for: to record it, or to point something out. */
  z.strictObject({ type: z.literal('mode'), mode }),
  /** Keeps one of the things that were offered for what was pointed out. */
  z.strictObject({
    type: z.literal('take'),
    choice: z.int().min(0).max(20),
    output: z
      .string()
      .max(100)
      .regex(/^[A-Za-z][A-Za-z0-9_]*$/)
      .optional(),
  }),
  /** Chooses in the list that was asked for with `options`. */
  z.strictObject({ type: z.literal('choose'), values: z.array(z.string().max(2000)).max(100) }),
  z.strictObject({
    type: z.literal('dialog'),
    answer: z.enum(['accept', 'dismiss']),
    text: z.string().max(10_000).optional(),
  }),
  /** Answers the question of a step. */
  z.strictObject({ type: z.literal('answer'), step: id, choice: z.int().min(0).max(20) }),
  z.strictObject({ type: z.literal('rename'), step: id, name: z.string().max(100) }),
  z.strictObject({ type: z.literal('move-step'), step: id, to: z.int().min(0).max(1000) }),
  z.strictObject({ type: z.literal('remove'), step: id }),
  z.strictObject({ type: z.literal('undo') }),
  /** How many elements selectors find, and where. */
  z.strictObject({ type: z.literal('try'), selectors, frame: frame.optional() }),
  z.strictObject({ type: z.literal('finish') }),
] as const

export type RecorderMessage = z.infer<(typeof recorderMessages)[number]>
export type RecorderMode = z.infer<typeof mode>

/** On the picture, in CSS pixels. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A step as a view shows it. */
export interface ShownStep {
  id: string
  name: string
  type: string
  /** What it types, chooses, opens or reads. */
  detail: string
  /** Changes with its screenshot; 0: there is none. */
  pictures: number
  question: { text: string; choices: string[] } | null
}

/** What the view of a recording is told besides, each a JSON text. */
export type RecorderTold =
  | { type: 'steps'; steps: ShownStep[]; variables: { name: string; secret: boolean }[]; canUndo: boolean }
  | { type: 'mode'; mode: RecorderMode }
  /** Where the pointer is, while something is pointed out. */
  | { type: 'highlight'; boxes: Box[]; label: string }
  /** What may be kept of what was pointed out: answer with `take`, or with another mode. */
  | {
      type: 'offers'
      offers: { label: string; output: string | null; count: number; sample: string[][]; boxes: Box[] }[]
    }
  | { type: 'element'; selectors: Selectors; frame: number[] | null; label: string }
  | { type: 'tried'; count: number; boxes: Box[] }
  /** The list of a field: answer with `choose`. */
  | {
      type: 'options'
      label: string
      options: { value: string; label: string; isChosen: boolean }[]
      isMultiple: boolean
    }
  /** The page asks something: answer with `dialog`. */
  | { type: 'dialog'; kind: string; text: string; usual: string }
  /** The page says something, or the recorder does: nothing is to be answered. */
  | { type: 'notice'; text: string }
