import { plan, type Plan } from '../accounts/plans.ts'

export interface OfferedDomain {
  domain: string
  plans: Plan[]
  /** Whether accounts of the plans can claim names below it. */
  hasSubdomains: boolean
}

const domainForm = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/**
 * Parses `ALIAS_PLATFORM_DOMAINS`, such as `mail.example:free+pro+business, *.pool.example:pro+business`. The first
 * domain of a plan is its default, so each plan needs one. Accounts can claim names below a domain after `*.`. Throws on
 * anything else.
 */
export function parsePlatformDomains(text: string): OfferedDomain[] {
  const offered = text.split(',').map((entry) => {
    const [written = '', plans = ''] = entry.trim().toLowerCase().split(':')
    const hasSubdomains = written.startsWith('*.')
    const domain = hasSubdomains ? written.slice(2) : written
    const parsed = plan.array().min(1).safeParse(plans.split('+'))
    if (!domainForm.test(domain) || !parsed.success)
      throw new Error('must be a list such as mail.example:free+pro+business, *.pool.example:pro+business')
    return { domain, plans: parsed.data, hasSubdomains }
  })
  if (new Set(offered.map(({ domain }) => domain)).size < offered.length)
    throw new Error('must have each domain once')
  const without = plan.options.find((each) => !offered.some(({ plans }) => plans.includes(each)))
  if (without) throw new Error(`has no domain for the plan ${without}`)
  return offered
}
