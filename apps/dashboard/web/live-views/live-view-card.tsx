import { useCallback, useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { FileAnswer } from './file-answer.tsx'
import { useInput } from './use-input.ts'
import { useLiveView } from './use-live-view.ts'
import { WindowButtons } from './window-buttons.tsx'
import './live-views.css'

/** The browser of a run as it is now; while the run waits for a person, they can take control of it. */
export function LiveViewCard({ executionId }: { executionId: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const control = useRef<HTMLButtonElement>(null)
  const { state, hasFailed, fileChooser, size, send, tryAgain } = useLiveView(executionId, canvas)
  const isActive = state?.control === 'yours'
  const onLeave = useCallback(() => control.current?.focus(), [])
  useInput(canvas, { isActive, size, send, onLeave })
  return (
    <section className="card stack-tight" aria-labelledby="live-view">
      <div className="row">
        <h2 id="live-view">Live view</h2>
        {state?.isHandedOver && (
          <Button
            ref={control}
            tone={isActive ? 'usual' : 'primary'}
            disabled={state.control === 'other'}
            onClick={() => {
              send({ type: isActive ? 'releaseControl' : 'takeControl' })
              if (!isActive) canvas.current?.focus()
            }}
          >
            {isActive ? 'Release control' : 'Take control'}
          </Button>
        )}
      </div>
      <p className="quiet small" role="status">
        {describe(state?.control, { isOpen: state !== undefined, hasFailed })}
      </p>
      {hasFailed && (
        <div>
          <Button onClick={tryAgain}>Try again</Button>
        </div>
      )}
      {state && <WindowButtons state={state} send={send} />}
      {fileChooser && <FileAnswer isMultiple={fileChooser.isMultiple} onAnswer={send} />}
      <canvas
        ref={canvas}
        className={isActive ? 'live-picture live-picture-active' : 'live-picture'}
        role={isActive ? 'application' : 'img'}
        aria-label="The page of the run"
        tabIndex={isActive ? 0 : -1}
      />
    </section>
  )
}

function describe(
  control: 'none' | 'yours' | 'other' | undefined,
  { isOpen, hasFailed }: { isOpen: boolean; hasFailed: boolean },
): string {
  if (hasFailed) return 'The live view could not be opened.'
  if (!isOpen) return 'Opening…'
  if (control === 'yours')
    return 'You have control. What you do is not recorded. Press Shift+Escape to leave the picture.'
  if (control === 'other') return 'Somebody else has control.'
  return 'This is the browser of the run.'
}
