import { plan, type Plan } from '../accounts/plans.ts'

const largest = Number.MAX_SAFE_INTEGER
const entryForm = /^(?:([a-z]+) *: *)?(\d{1,16})$/

/** Parses a limit of each plan, `free:20, pro:500, business:5000`; a number alone is for every plan. */
export function parsePlanLimits(text: string): Record<Plan, number> {
  const found = new Map<string, number>()
  const entries = text.split(',').map((entry) => entryForm.exec(entry.trim()))
  for (const entry of entries) {
    const [, name, digits] = entry ?? []
    const limit = Number(digits)
    if (digits === undefined || limit > largest) throw new Error(form)
    const named = name === undefined && entries.length === 1 ? plan.options : [name ?? '']
    for (const each of named) found.set(each, limit)
  }
  const isComplete = plan.options.every((each) => found.has(each)) && found.size === plan.options.length
  if (!isComplete) throw new Error(form)
  return Object.fromEntries(found) as Record<Plan, number>
}

const form = 'must be a number, or one for each plan such as free:20, pro:500, business:5000'
