const required = 'This is required.'

/** What a rule of the service asks for, in words that stand at a field. */
const wordsOfRules: Record<string, string> = {
  isDefined: required,
  isNotEmpty: required,
}

/**
 * A message about a property, to stand at its field: `actions.1.selectors must contain at least 1 elements` →
 * `At least one is required.`
 */
export function describeIssue(property: string, rule: string, message: string): string {
  const known = wordsOfRules[rule]
  if (known !== undefined) return known
  if (rule === 'arrayMinSize' && message.includes('at least 1 ')) return 'At least one is required.'
  if (!message.startsWith(`${property} `)) return message
  const words = message.slice(property.length + 1)
  return `${words[0]!.toUpperCase()}${words.slice(1)}.`
}

/** Where in the input a property is, as people count: `actions.1.steps.0.selectors` → `Step 2.1, selectors`. */
export function describePlace(property: string): string {
  const parts = property.split('.')
  const numbers: number[] = []
  let at = 0
  while (/^(actions|steps|else)$/.test(parts[at] ?? '') && /^\d+$/.test(parts[at + 1] ?? '')) {
    numbers.push(Number(parts[at + 1]) + 1)
    at += 2
  }
  const rest = parts
    .slice(at)
    .map((part) =>
      /^\d+$/.test(part) ? String(Number(part) + 1) : part.replaceAll(/[A-Z]/g, ' $&').toLowerCase(),
    )
    .join(' ')
  const words = [numbers.length > 0 && `step ${numbers.join('.')}`, rest].filter(Boolean).join(', ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
