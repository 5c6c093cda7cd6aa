import { useId } from 'react'
import { Button } from '../controls/button.tsx'
import type { ShownStep, ViewMessage } from '@waypost/live-view'
import type { RecorderView } from './use-recorder.ts'

interface Props {
  recordingId: string
  view: RecorderView
  disabled: boolean
  send: (message: ViewMessage) => void
}

/** The steps so far, which can be renamed, moved, deleted and undone. */
export function RecordedSteps({ recordingId, view: { steps, canUndo }, disabled, send }: Props) {
  return (
    <>
      <div className="row row-apart">
        <h2 id="recorded-steps">Steps</h2>
        <Button disabled={disabled || !canUndo} onClick={() => send({ type: 'undo' })}>
          Undo
        </Button>
      </div>
      {steps.length === 0 && <p className="quiet">Nothing was recorded yet.</p>}
      <ol className="recorded-steps" aria-live="polite" aria-relevant="additions">
        {steps.map((step, index) => (
          <li key={step.id} className="recorded-step" aria-label={`Step ${index + 1}`}>
            <input
              key={step.name}
              className="input recorded-name"
              aria-label={`Name of step ${index + 1}`}
              defaultValue={step.name}
              maxLength={100}
              disabled={disabled}
              onBlur={({ target }) => send({ type: 'rename', step: step.id, name: target.value })}
              onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
            />
            {step.pictures > 0 && (
              <img
                className="recorded-picture"
                alt=""
                src={`/automation/api/v1/recordings/${recordingId}/steps/${step.id}/screenshot?taken=${step.pictures}`}
              />
            )}
            <div className="stack-tight recorded-rest">
              {step.detail !== '' && <span className="small quiet recorded-detail">{step.detail}</span>}
              {step.question && <StepQuestion step={step} question={step.question} send={send} />}
              <div className="row recorded-buttons">
                <Button
                  tone="plain"
                  aria-label={`Move step ${index + 1} up`}
                  disabled={disabled || index === 0}
                  onClick={() => send({ type: 'move-step', step: step.id, to: index - 1 })}
                >
                  ↑
                </Button>
                <Button
                  tone="plain"
                  aria-label={`Move step ${index + 1} down`}
                  disabled={disabled || index === steps.length - 1}
                  onClick={() => send({ type: 'move-step', step: step.id, to: index + 1 })}
                >
                  ↓
                </Button>
                <Button
                  tone="plain-danger"
                  aria-label={`Delete step ${index + 1}`}
                  disabled={disabled}
                  onClick={() => send({ type: 'remove', step: step.id })}
                >
                  Delete
                </Button>
              </div>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

function StepQuestion({
  step,
  question,
  send,
}: {
  step: ShownStep
  question: { text: string; choices: string[] }
  send: (message: ViewMessage) => void
}) {
  const name = useId()
  return (
    <fieldset className="note stack-tight plain-fieldset">
      <legend className="field-label">{question.text}</legend>
      {question.choices.map((label, choice) => (
        <label key={label} className="check">
          <input type="radio" name={name} onChange={() => send({ type: 'answer', step: step.id, choice })} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
