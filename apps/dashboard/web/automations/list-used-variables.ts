import type { AutomationApi } from '@waypost/sdk'
import { listActions, nestedIn } from './list-actions.ts'

type Step = AutomationApi.Action | AutomationApi.ListedAction

// The fields in which the service replaces variables. It does not in names, outputs, patterns, keys and file contents.
const filledFields = [
  'target',
  'assertedEvents',
  'selectors',
  'url',
  'title',
  'value',
  'values',
  'text',
  'to',
  'rows',
  'table',
  'fields',
  'condition',
  'until',
  'while',
  'address',
  'from',
  'subject',
  'artifact',
] as const

const reference = /(\$?)\$\{([A-Za-z_][A-Za-z0-9_]{0,99})\}/g

/** The variables that a run takes. One that is used but not declared is required, like one declared without a default. */
export function listRunVariables({
  actions,
  variables,
}: Pick<AutomationApi.Automation | AutomationApi.ListedAutomation, 'actions' | 'variables'>) {
  const undeclared: AutomationApi.Automation['variables'] = Object.fromEntries(
    listUsedVariables(actions).map((used) => [used, {}]),
  )
  return { ...undeclared, ...variables }
}

/** The names of the variables that steps use, each once, declared or not. */
export function listUsedVariables(actions: Step[]): string[] {
  const outputs = new Set(
    listActions(actions).flatMap((action) => ('output' in action ? (action.output ?? []) : [])),
  )
  const list = (action: Step, items: string[]): string[] => {
    const inside = action.type === 'forEach' ? [...items, action.as] : items
    const { steps, otherwise } = nestedIn<Step>(action)
    const nested = [...steps, ...otherwise].flatMap((each) => list(each, inside))
    const own = [...listReferences(action), ...listNamed(action, outputs)].filter(
      (name) => !items.includes(name),
    )
    return [...own, ...nested]
  }
  return [...new Set(actions.flatMap((action) => list(action, [])))]
}

function listReferences(action: Step): string[] {
  const fields: Record<string, unknown> = { ...action }
  const file = fields['file'] as { name?: string } | undefined
  return listTextReferences(JSON.stringify([...filledFields.map((name) => fields[name]), file?.name]))
}

/** The names of the variables that a text refers to. */
export function listTextReferences(text: string): string[] {
  // `$${name}` is an escape for the text `${name}`.
  return [...text.matchAll(reference)].flatMap(([, escape, name]) => (escape === '' ? name! : []))
}

/** What a step names without braces: a compared variable, and a list that no step stores. */
function listNamed(action: Step, outputs: Set<string>): string[] {
  if (action.type === 'forEach') return outputs.has(action.in) ? [] : [action.in]
  if (action.type === 'if') return [action.condition.variable ?? []].flat()
  if (action.type === 'repeat') return [action.until?.variable ?? [], action.while?.variable ?? []].flat()
  return []
}
