import { WaypostError } from './errors.ts'
import type { OperationInput } from './operation.ts'

/** The URL of an operation, with its parameters. */
export function buildUrl(base: URL, template: string, { path = {}, query = {} }: OperationInput): URL {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = String(path[name] ?? '')
    // Such a value would call another operation: `/automations/` lists them, and `..` is the parent.
    if (value === '' || value === '.' || value === '..')
      throw new WaypostError(`There is no ${name} to put into ${template}`)
    return encodeURIComponent(value)
  })
  const url = new URL(base)
  url.pathname = url.pathname.replace(/\/$/, '') + filled
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}

/** @throws WaypostError for an invalid URL, and for one with credentials, which would end up in logs */
export function readBaseUrl(given: string | URL): URL {
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new WaypostError('baseUrl is no http or https URL')
  const url = new URL(given)
  if (url.username || url.password) throw new WaypostError('baseUrl may not have credentials in it')
  url.search = ''
  url.hash = ''
  return url
}
