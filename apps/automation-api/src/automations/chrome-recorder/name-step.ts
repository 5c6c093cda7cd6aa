import { actionVerbs } from '../action-verbs.ts'

const LABEL_LENGTH = 60

// A recording has these without a target.
const verbs: Record<string, string> = { ...actionVerbs, scroll: 'Scroll', wait: 'Wait' }

type Named = { type: string; selectors?: unknown; url?: unknown; key?: unknown }

/** Names a step without a name. The same step at the same place always gets the same name. */
export function nameStep(step: Named, index: number): string {
  const label = labelOf(step).replaceAll(/\s+/g, ' ').trim().slice(0, LABEL_LENGTH).toWellFormed()
  return `${index + 1}. ${verbs[step.type] ?? step.type} ${label}`.trim()
}

function labelOf({ selectors, url, key }: Named): string {
  if (typeof key === 'string') return key
  if (typeof url === 'string') return URL.parse(url)?.host ?? ''
  if (!Array.isArray(selectors)) return ''
  const targets = selectors.map((selector: unknown) => String([selector].flat().at(-1)))
  const spoken = targets.find((each) => /^(aria|text)\/[^[]/.test(each)) ?? targets[0] ?? ''
  return spoken.replace(/^(aria|text)\//, '').replace(/\[role="[^"]*"\]$/, '')
}
