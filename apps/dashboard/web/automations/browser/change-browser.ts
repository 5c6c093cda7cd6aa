import type { AutomationApi } from '@waypost/sdk'

export type Browser = NonNullable<AutomationApi.Automation['browser']>

/** The settings with another value at a place; undefined, and an empty list, remove what is there. */
export function changeBrowser(
  browser: Browser,
  [name, part]: [keyof Browser, string?],
  value: unknown,
): Browser {
  const { [name]: before, ...others } = browser
  const next = part === undefined ? value : omitAbsent({ ...(before as object), [part]: value })
  const isEmpty = next === undefined || (typeof next === 'object' && Object.keys(next ?? {}).length === 0)
  return isEmpty ? others : { ...others, [name]: next }
}

const omitAbsent = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
