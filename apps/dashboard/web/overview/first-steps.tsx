import type { ReactNode } from 'react'
import './overview.css'

export interface FirstStep {
  label: string
  hint: string
  /** Undefined while that is not known yet. */
  isDone: boolean | undefined
  action: ReactNode
}

/** What to do first, in its order, and what of it is done. */
export function FirstSteps({ title, lead, steps }: { title: string; lead: string; steps: FirstStep[] }) {
  // No later one while it is not known whether this one is done.
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <section className="card stack">
      <div>
        <h2>{title}</h2>
        <p className="quiet">{lead}</p>
      </div>
      <ol className="first-steps">
        {steps.map((step) => (
          <li key={step.label} className={step.isDone ? 'first-step first-step-done' : 'first-step'}>
            <span aria-hidden="true" className="first-step-sign">
              {step.isDone ? '✓' : ''}
            </span>
            <div>
              <p className="row-strong">
                {step.label}
                {step.isDone && <span className="unseen"> (done)</span>}
              </p>
              {!step.isDone && <p className="quiet small">{step.hint}</p>}
              {step === next && step.isDone === false && (
                <div className="first-step-action">{step.action}</div>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
