import { useEffect, useReducer, type RefObject } from 'react'
import type { ShownStep, RecorderMode, RecorderTold } from '@waypost/live-view'
import { useLiveView, type OpenLiveView } from '../live-views/use-live-view.ts'

type Told<Type> = Omit<Extract<RecorderTold, { type: Type }>, 'type'>

/** What a recorder has told last. */
export interface RecorderView {
  steps: ShownStep[]
  variables: { name: string; secret: boolean }[]
  canUndo: boolean
  mode: RecorderMode
  highlight: Told<'highlight'> | undefined
  offers: Told<'offers'>['offers'] | undefined
  element: Told<'element'> | undefined
  tried: Told<'tried'> | undefined
  options: Told<'options'> | undefined
  dialog: Told<'dialog'> | undefined
  notice: string | undefined
}

const nothing: RecorderView = {
  steps: [],
  variables: [],
  canUndo: false,
  mode: 'record',
  highlight: undefined,
  offers: undefined,
  element: undefined,
  tried: undefined,
  options: undefined,
  dialog: undefined,
  notice: undefined,
}

/** Its browser takes a while where others are opened as well. */
const openWithinSeconds = 60

type Event = RecorderTold | { type: 'answered'; what: 'options' | 'dialog' | 'notice' }

function reduce(view: RecorderView, event: Event): RecorderView {
  switch (event.type) {
    case 'steps':
      return { ...view, steps: event.steps, variables: event.variables, canUndo: event.canUndo }
    case 'mode':
      return { ...view, mode: event.mode, highlight: undefined, offers: undefined, tried: undefined }
    case 'offers':
      return { ...view, offers: event.offers, notice: undefined }
    case 'notice':
      return { ...view, notice: event.text }
    case 'answered':
      return { ...view, [event.what]: undefined }
    default: {
      const { type, ...told } = event
      return { ...view, [type]: told }
    }
  }
}

/** The live view of a recording, whose person has control as long as nobody else does. */
export function useRecorder(
  id: string,
  canvas: RefObject<HTMLCanvasElement | null>,
  onEnded: () => void,
): OpenLiveView & { view: RecorderView; answered: (what: 'options' | 'dialog' | 'notice') => void } {
  const [view, tell] = useReducer(reduce, nothing)
  const live = useLiveView(`recordings/${id}`, canvas, {
    onTold: tell,
    onEnded,
    attempts: openWithinSeconds,
  })
  const { state, send } = live
  const isFree = state?.isHandedOver === true && state.control === 'none'
  useEffect(() => {
    if (isFree) send({ type: 'takeControl' })
  }, [isFree, send])
  return { ...live, view, answered: (what) => tell({ type: 'answered', what }) }
}
