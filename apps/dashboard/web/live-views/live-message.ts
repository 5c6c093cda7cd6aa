import type { RecorderMessage, RecorderTold } from './recorder-message.ts'

/** What the server of a live view tells: see docs/live-view.md. */
export type LiveMessage =
  | {
      type: 'state'
      windows: { id: number; url: string }[]
      /** The one that is shown. */
      window: number | null
      isHandedOver: boolean
      control: 'none' | 'yours' | 'other'
    }
  | { type: 'fileChooser'; isMultiple: boolean }
  | RecorderTold

export type LiveState = Extract<LiveMessage, { type: 'state' }>

type At = { x: number; y: number }
type Button = 'left' | 'middle' | 'right'

/** What a live view may ask for. */
export type ViewMessage =
  | { type: 'seen' | 'takeControl' | 'releaseControl' }
  | { type: 'look'; closely: boolean }
  | { type: 'window'; id: number }
  | ({ type: 'move' } & At)
  | ({ type: 'press' | 'release'; button: Button; clickCount: number } & At)
  | ({ type: 'scroll'; deltaX: number; deltaY: number } & At)
  | { type: 'keyDown' | 'keyUp'; key: string }
  | { type: 'text'; text: string }
  | { type: 'files'; files: { name: string; contentType: string; contentBase64: string }[] }
  | RecorderMessage
