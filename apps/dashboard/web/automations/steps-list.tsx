import type { AutomationApi } from '@waypost/sdk'
import { writeSelectors } from './selector-text.ts'
import { stepKinds } from './step-kinds.ts'
import './automations.css'

/** A read-only list of the steps. */
export function StepsList({ actions }: { actions: AutomationApi.Action[] }) {
  return (
    <ol className="steps">
      {actions.map((action) => (
        <li key={action.name}>
          <div>
            <strong>{action.name}</strong>{' '}
            <span className="quiet">
              {stepKinds[action.type].label.toLowerCase()}{' '}
              <code className="breakable">{describe(action)}</code>
            </span>
          </div>
        </li>
      ))}
    </ol>
  )
}

function describe(action: AutomationApi.Action): string {
  if ('url' in action) return action.url
  if ('selectors' in action && action.selectors) return writeSelectors(action.selectors).split('\n')[0] ?? ''
  return 'key' in action ? action.key : ''
}
