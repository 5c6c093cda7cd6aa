import { plan, type Plan } from '../accounts/plans.ts'

const labelForm = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Parses `ALIAS_SENDING_SUBDOMAINS`, such as `free:free, pro:pro`; a plan that is absent sends from the domain itself. */
export function parsePlanSenders(text: string): Map<Plan, string> {
  const found = new Map<Plan, string>()
  if (text.trim() === '') return found
  for (const entry of text.split(',')) {
    const [name, label = '', ...rest] = entry.split(':').map((part) => part.trim().toLowerCase())
    const parsed = plan.safeParse(name)
    if (!parsed.success || !labelForm.test(label) || rest.length > 0 || found.has(parsed.data))
      throw new Error('must be a list such as free:free, pro:pro, each plan at most once')
    found.set(parsed.data, label)
  }
  if (new Set(found.values()).size < found.size) throw new Error('must have each subdomain once')
  return found
}
