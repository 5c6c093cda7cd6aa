import type { ReactNode } from 'react'
import './overview.css'

export interface FirstStep {
  label: string
  hint: string
  /** Undefined while it is loading. */
  isDone: boolean | undefined
  action: ReactNode
}

/** The first steps with a service, and which are done. */
export function FirstSteps({ title, lead, steps }: { title: string; lead: string; steps: FirstStep[] }) {
  // A step that is still loading hides the later steps' actions.
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
