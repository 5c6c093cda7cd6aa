/** On the picture of a page, in its CSS pixels. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** What the next press is for. */
export type RecorderMode = 'record' | 'read' | 'assert' | 'wait' | 'hover' | 'element'

export interface RecordedStep {
  id: string
  name: string
  type: string
  detail: string
  /** Changes with its screenshot; 0: there is none. */
  pictures: number
  question: { text: string; choices: string[] } | null
}

type Selectors = (string | string[])[]

/** What the server of a recording's live view tells besides: see docs/recorder.md. */
export type RecorderTold =
  | { type: 'steps'; steps: RecordedStep[]; variables: { name: string; secret: boolean }[]; canUndo: boolean }
  | { type: 'mode'; mode: RecorderMode }
  | { type: 'highlight'; boxes: Box[]; label: string }
  | {
      type: 'offers'
      offers: { label: string; output: string | null; count: number; sample: string[][]; boxes: Box[] }[]
    }
  | { type: 'element'; selectors: Selectors; frame: number[] | null; label: string }
  | { type: 'tried'; count: number; boxes: Box[] }
  | {
      type: 'options'
      label: string
      options: { value: string; label: string; isChosen: boolean }[]
      isMultiple: boolean
    }
  | { type: 'dialog'; kind: string; text: string; usual: string }
  | { type: 'notice'; text: string }

/** What the live view of a recording may ask for besides. */
export type RecorderMessage =
  | { type: 'open'; url: string }
  | { type: 'go'; to: 'back' | 'forward' | 'reload' }
  | { type: 'mode'; mode: RecorderMode }
  | { type: 'take'; choice: number; output?: string }
  | { type: 'choose'; values: string[] }
  | { type: 'dialog'; answer: 'accept' | 'dismiss'; text?: string }
  | { type: 'answer'; step: string; choice: number }
  | { type: 'rename'; step: string; name: string }
  | { type: 'move-step'; step: string; to: number }
  | { type: 'remove'; step: string }
  | { type: 'undo' | 'finish' }
  | { type: 'try'; selectors: Selectors; frame?: number[] }
