import { useCallback, useRef, useState, type ReactNode } from 'react'
import { FileAnswer } from '../live-views/file-answer.tsx'
import type { LiveState, RecorderMode } from '@waypost/live-view'
import { useInput } from '../live-views/use-input.ts'
import { WindowButtons } from '../live-views/window-buttons.tsx'
import { Button } from '../controls/button.tsx'
import { AddressBar } from './address-bar.tsx'
import { BoxesOnPicture } from './boxes-on-picture.tsx'
import { DialogAnswer } from './dialog-answer.tsx'
import { ModeButtons } from './mode-buttons.tsx'
import { OffersPanel } from './offers-panel.tsx'
import { OptionsAnswer } from './options-answer.tsx'
import { RecordedSteps } from './recorded-steps.tsx'
import { useRecorder, type RecorderView } from './use-recorder.ts'
import '../live-views/live-views.css'
import './recordings.css'

interface Props {
  id: string
  modes: RecorderMode[]
  onEnded: () => void
  /** Below the steps: what is done with them. */
  children: (recorder: Recorder) => ReactNode
}

/** What a page that shows a recorder can do with it. */
export type Recorder = Pick<ReturnType<typeof useRecorder>, 'send' | 'view'>

/** A browser in which its person acts, and the steps that this makes. */
export function Recorder({ id, modes, onEnded, children }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const bar = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState<number>()
  const { state, hasFailed, fileChooser, size, send, tryAgain, view, answered } = useRecorder(
    id,
    canvas,
    onEnded,
  )
  const isActive = state?.control === 'yours'
  const onLeave = useCallback(() => bar.current?.querySelector('input')?.focus(), [])
  useInput(canvas, { isActive, size, send, onLeave })
  const url = state?.windows.find((window) => window.id === state.window)?.url ?? ''
  const boxes = chosen === undefined ? boxesOf(view) : (view.offers?.[chosen]?.boxes ?? [])
  return (
    <div className="recorder">
      <section className="card stack-tight" aria-label="Browser">
        <AddressBar ref={bar} key={url} url={url} disabled={!isActive} send={send} />
        <ModeButtons modes={modes} mode={view.mode} disabled={!isActive} send={send} />
        <p className="quiet small" role="status">
          {hasFailed ? 'The browser could not be shown.' : describe(state, view)}
        </p>
        {hasFailed && (
          <div>
            <Button onClick={tryAgain}>Try again</Button>
          </div>
        )}
        {view.notice !== undefined && (
          <div className="note row row-apart" role="status">
            <span>{view.notice}</span>
            <Button tone="plain" onClick={() => answered('notice')}>
              Close
            </Button>
          </div>
        )}
        {state && <WindowButtons state={state} send={send} />}
        {fileChooser && <FileAnswer isMultiple={fileChooser.isMultiple} onAnswer={send} />}
        {view.options && (
          <OptionsAnswer asked={view.options} send={send} onDone={() => answered('options')} />
        )}
        {view.dialog && <DialogAnswer asked={view.dialog} send={send} onDone={() => answered('dialog')} />}
        {view.offers && (
          <OffersPanel
            key={JSON.stringify(view.offers)}
            offers={view.offers}
            send={send}
            onLook={setChosen}
          />
        )}
        <div className="live-frame">
          <canvas
            ref={canvas}
            className={isActive ? 'live-picture live-picture-active' : 'live-picture'}
            role={isActive ? 'application' : 'img'}
            aria-label="The page that is recorded"
            tabIndex={isActive ? 0 : -1}
          />
          <BoxesOnPicture
            boxes={boxes}
            label={view.offers ? '' : (view.highlight?.label ?? '')}
            size={size}
          />
        </div>
      </section>
      <section className="card stack-tight" aria-labelledby="recorded-steps">
        <RecordedSteps recordingId={id} view={view} disabled={!isActive} send={send} />
        {children({ send, view })}
      </section>
    </div>
  )
}

const boxesOf = ({ offers, tried, highlight }: RecorderView) =>
  offers ? (offers[0]?.boxes ?? []) : (tried?.boxes ?? highlight?.boxes ?? [])

const hints: Record<RecorderMode, string> = {
  record: 'What you do in the page becomes a step. Press Shift+Escape to leave the picture.',
  read: 'Press what is to be read: a text, one of a list, or a cell of a table.',
  assert: 'Press what every run is to check.',
  wait: 'Press what runs are to wait for.',
  hover: 'Press what runs are to point at.',
  element: 'Press the element of this step.',
}

function describe(state: LiveState | undefined, { mode }: RecorderView): string {
  if (!state) return 'Opening…'
  if (!state.isHandedOver) return 'The steps before are performed…'
  return state.control === 'other' ? 'This recording is open in another tab.' : hints[mode]
}
