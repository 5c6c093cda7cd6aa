import type { AutomationApi } from '@waypost/sdk'
import { nestedIn } from './list-actions.ts'
import { writeSelectors } from './steps/selector-text.ts'
import { stepKinds } from './steps/step-kinds.ts'
import './automations.css'

/** A read-only list of the steps. */
export function StepsList({ actions }: { actions: AutomationApi.Action[] }) {
  return (
    <ol className="steps">
      {actions.map((action) => {
        const { steps, otherwise } = nestedIn(action)
        return (
          <li key={action.name}>
            <div>
              <strong>{action.name}</strong>{' '}
              <span className="quiet">
                {stepKinds[action.type].label.toLowerCase()}{' '}
                <code className="breakable">{describe(action)}</code>
                {action.optional && ' (optional)'}
              </span>
              {steps.length > 0 && <StepsList actions={steps} />}
              {otherwise.length > 0 && <span className="quiet">otherwise</span>}
              {otherwise.length > 0 && <StepsList actions={otherwise} />}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function describe(action: AutomationApi.Action): string {
  if ('url' in action && action.url !== undefined) return action.url
  if (action.type === 'extract') return writeSelectors(action.rows ?? action.table ?? []).split('\n')[0] ?? ''
  if (action.type === 'forEach') return action.in
  if (action.type === 'repeat' && action.times !== undefined) return `${action.times} times`
  if (action.type === 'assert' && action.text !== undefined) return action.text
  if (action.type === 'wait') return `${action.durationMs} ms`
  if ('selectors' in action && action.selectors) return writeSelectors(action.selectors).split('\n')[0] ?? ''
  return 'key' in action ? action.key : ''
}
