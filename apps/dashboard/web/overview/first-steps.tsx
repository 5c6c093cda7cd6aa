import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import type { Service } from '../services/service.ts'
import { useHiddenSteps } from './hidden-steps.ts'

interface FirstStep {
  label: string
  hint: string
  /** Undefined while it is loading. */
  isDone: boolean | undefined
  action: ReactNode
}

interface Props {
  service: Service
  title: string
  lead: string
  steps: FirstStep[]
}

/** The first steps with a service, and which are done; nothing once all are, or where they were hidden. */
export function FirstSteps({ service, title, lead, steps }: Props) {
  const { isHidden, hide } = useHiddenSteps(service)
  if (isHidden || steps.every(({ isDone }) => isDone !== false)) return null
  // A step that is still loading hides the later steps' actions.
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <section className="card stack" aria-label={`First steps: ${title}`}>
      <div>
        <div className="row row-apart">
          <h2>First steps: {title}</h2>
          <Button tone="plain" onClick={hide} aria-label={`Hide the first steps: ${title}`}>
            Hide
          </Button>
        </div>
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
