import type { AutomationApi } from '@waypost/sdk'
import { useEffect, useRef } from 'react'
import { describeDuration } from '../times/describe-span.ts'
import { placeSteps } from './place-steps.ts'

const signs = { pending: '○', running: '◐', completed: '✓', failed: '✗', skipped: '–' }

/** `2.1` is within `2`, and so is `2.else.1`. The steps of a login come before those of the run itself: `login.1`. */
const depthOf = (id: string) => id.split('.').filter((part) => part !== 'else').length - 1

interface Props {
  steps: AutomationApi.Execution['steps']
  /** The number of the step that is looked at. */
  chosen: number | undefined
  onChoose: (number: number) => void
}

/** The steps of a run: how far each has come, when it was performed, and how long it took. Those within others are indented. */
export function StepProgress({ steps, chosen, onChoose }: Props) {
  const linked = useRef<HTMLLIElement>(null)
  // A link to a step leads to it, even where the page is long.
  useEffect(() => linked.current?.scrollIntoView({ block: 'nearest' }), [])
  if (steps.length === 0) return <p className="quiet">No steps yet.</p>
  const count = (wanted: string) => steps.filter(({ status }) => status === wanted).length
  const [done, failed, skipped] = [count('completed'), count('failed'), count('skipped')]
  const places = placeSteps(steps)
  return (
    <div className="stack-tight">
      <label className="row">
        <progress value={done} max={Math.max(1, steps.length)} />
        <span className="quiet small">
          {done} of {steps.length} steps
          {failed > 0 && `, ${failed} failed`}
          {skipped > 0 && `, ${skipped} skipped`}
        </span>
      </label>
      <ol className="step-progress">
        {steps.map(({ id, name, status, durationMs, runs, error, problems }, index) => (
          <li
            key={id}
            ref={index + 1 === chosen ? linked : undefined}
            className={`step-${status}`}
            style={{ paddingInlineStart: `${depthOf(id)}em` }}
          >
            <span aria-hidden="true">{signs[status]}</span>
            <span>
              <button
                type="button"
                className="step-name"
                aria-current={index + 1 === chosen ? 'step' : undefined}
                onClick={() => onChoose(index + 1)}
              >
                {name}
                {runs > 1 && <span className="quiet"> × {runs}</span>}
                <span className="unseen">, {status}</span>
              </button>
              {error !== null && <span className="step-error small breakable">{error}</span>}
              {problems.length > 0 && <StepProblems problems={problems} />}
            </span>
            <span className="quiet small">{durationMs !== null && describeDuration(durationMs)}</span>
            {places[index] && (
              <span className="step-time" aria-hidden="true">
                <span
                  style={{ marginInlineStart: `${places[index].start}%`, width: `${places[index].length}%` }}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Errors in the console and of requests while a step was performed. */
function StepProblems({ problems }: Pick<AutomationApi.Execution['steps'][number], 'problems'>) {
  return (
    <details className="small">
      <summary className="quiet">
        {problems.length === 1 ? '1 error of the page' : `${problems.length} errors of the page`}
      </summary>
      <ul>
        {problems.map(({ kind, text }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- they have no ids and never move
          <li key={index} className="breakable">
            {kind === 'network' ? 'Request' : 'Console'}: {text}
          </li>
        ))}
      </ul>
    </details>
  )
}
