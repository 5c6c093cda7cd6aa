import type { AutomationApi } from '@waypost/sdk'

// The fields in which the service replaces variables. It does not in names, outputs, patterns, keys and file contents.
const filledFields = ['target', 'assertedEvents', 'selectors', 'url', 'value', 'values'] as const

const reference = /(\$?)\$\{([A-Za-z_][A-Za-z0-9_]{0,99})\}/g

/** The names of the variables that steps use, each once, declared or not. */
export function listUsedVariables(actions: (AutomationApi.Action | AutomationApi.ListedAction)[]): string[] {
  const texts = actions.flatMap((action) => {
    const fields: Record<string, unknown> = { ...action }
    const file = fields['file'] as { name?: string } | undefined
    return JSON.stringify([...filledFields.map((name) => fields[name]), file?.name])
  })
  const references = texts.flatMap((text) => [...text.matchAll(reference)])
  // `$${name}` is an escape for the text `${name}`.
  return [...new Set(references.filter(([, escape]) => escape === '').map(([, , name]) => name!))]
}
