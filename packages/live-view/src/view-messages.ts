import { z } from 'zod'
import { recorderMessages, type RecorderTold } from './recorder-messages.ts'

const position = { x: z.number().min(-10_000).max(100_000), y: z.number().min(-10_000).max(100_000) }

/** What a view may ask for, each a JSON text. */
export const viewMessage = z.discriminatedUnion('type', [
  /** The last picture was seen. */
  z.strictObject({ type: z.literal('seen') }),
  /** Whether somebody looks closely: ten pictures a second, or else one. */
  z.strictObject({ type: z.literal('look'), closely: z.boolean() }),
  z.strictObject({ type: z.literal('window'), id: z.int() }),
  z.strictObject({ type: z.literal('takeControl') }),
  z.strictObject({ type: z.literal('releaseControl') }),
  z.strictObject({ type: z.literal('move'), ...position }),
  z.strictObject({
    type: z.enum(['press', 'release']),
    ...position,
    button: z.enum(['left', 'middle', 'right']),
    clickCount: z.int().min(1).max(3),
  }),
  z.strictObject({ type: z.literal('scroll'), ...position, deltaX: z.number(), deltaY: z.number() }),
  z.strictObject({ type: z.enum(['keyDown', 'keyUp']), key: z.string().min(1).max(30) }),
  z.strictObject({ type: z.literal('text'), text: z.string().max(100_000) }),
  z.strictObject({
    type: z.literal('files'),
    files: z
      .array(
        z.strictObject({
          name: z.string().max(255),
          contentType: z.string().max(255),
          contentBase64: z.base64(),
        }),
      )
      .max(20),
  }),
  ...recorderMessages,
])

export type ViewMessage = z.infer<typeof viewMessage>
export type ViewInput = Extract<
  ViewMessage,
  { type: 'move' | 'press' | 'release' | 'scroll' | 'keyDown' | 'keyUp' | 'text' }
>

const inputs = new Set(['move', 'press', 'release', 'scroll', 'keyDown', 'keyUp', 'text'])

export const isInput = (message: { type: string }): message is ViewInput => inputs.has(message.type)

/** What a view shows. */
export interface LiveState {
  type: 'state'
  windows: { id: number; url: string }[]
  /** The one that is shown; null where the run has none. */
  window: number | null
  isHandedOver: boolean
  control: 'none' | 'yours' | 'other'
}

/**
 * What a view is told, each a JSON text. A picture is a message of bytes: the page's width and height, two bytes each, most
 * significant first, and a JPEG.
 */
export type LiveMessage =
  | LiveState
  | RecorderTold
  /** The page asks for files: answer with `files`, or with none of them. */
  | { type: 'fileChooser'; isMultiple: boolean }
