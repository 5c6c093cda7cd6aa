/** How a request to a service is authenticated. */
export type CredentialKind = 'token' | 'key'

/** A service whose public API the pages use through this server. */
export interface Upstream {
  /** The path prefix on this server, which is removed for the service. */
  name: 'automation' | 'alias'
  /** The service's name, at the start of a sentence. */
  title: string
  /** The reachable path prefixes with their credentials. Nothing else of the service is reachable. */
  paths: readonly [start: string, CredentialKind][]
}

export const automation: Upstream = {
  name: 'automation',
  title: 'The automation service',
  paths: [
    ['/api/v1/', 'key'],
    ['/api-keys', 'token'],
    ['/held-access', 'token'],
    ['/webhooks', 'token'],
  ],
}

export const alias: Upstream = {
  name: 'alias',
  title: 'The alias service',
  paths: [
    ['/api/v1/', 'token'],
    ['/api-keys', 'token'],
    ['/held-access', 'token'],
  ],
}

export const upstreams = [automation, alias]

export interface Target {
  /** Path and query, below the service's base URL. */
  path: string
  credential: CredentialKind
}

/**
 * Finds the service and path of a request.
 *
 * @param url the path and query, as received
 * @returns undefined if the path is not reachable
 */
export function targetOf({ name, paths }: Upstream, url: string): Target | undefined {
  // The parser resolves every spelling of `..`, so that the checked path is the requested path.
  const { pathname, search } = new URL(url, 'http://localhost')
  if (!pathname.startsWith(`/${name}/`)) return undefined
  const path = pathname.slice(name.length + 1)
  const found = paths.find(
    ([start]) => path.startsWith(start) && (start.endsWith('/') || /^(\/|$)/.test(path.slice(start.length))),
  )
  return found && { path: path + search, credential: found[1] }
}
