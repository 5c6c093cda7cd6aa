import type { AutomationApi } from '@waypost/sdk'
import { describeDuration } from '../times/describe-span.ts'

const signs = { pending: '○', running: '◐', completed: '✓', failed: '✗', skipped: '–' }

/** `2.1` is within `2`, and so is `2.else.1`. */
const depthOf = (id: string) => id.split('.').filter((part) => part !== 'else').length - 1

/** The progress of a run's steps, with those within others indented. */
export function StepProgress({ steps }: { steps: AutomationApi.Execution['steps'] }) {
  if (steps.length === 0) return <p className="quiet">No steps yet.</p>
  const count = (wanted: string) => steps.filter(({ status }) => status === wanted).length
  const [done, failed, skipped] = [count('completed'), count('failed'), count('skipped')]
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
        {steps.map(({ id, name, status, durationMs, runs, error }) => (
          <li key={id} className={`step-${status}`} style={{ paddingInlineStart: `${depthOf(id)}em` }}>
            <span aria-hidden="true">{signs[status]}</span>
            <span>
              {name}
              {runs > 1 && <span className="quiet"> × {runs}</span>}
              <span className="unseen">, {status}</span>
              {error !== null && <span className="step-error small breakable">{error}</span>}
            </span>
            <span className="quiet small">{durationMs !== null && describeDuration(durationMs)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
