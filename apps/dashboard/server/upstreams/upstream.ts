/** How a request to a service speaks for who is signed in. */
export type CredentialKind = 'token' | 'key'

/** A service whose public API the pages reach through this server. */
export interface Upstream {
  /** The first part of the path here, which is left out there. */
  name: 'automation' | 'alias'
  /** As a sentence begins with it. */
  title: string
  /** What of it is reached, by how paths begin, and with what; nothing else of the service is. */
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
 * Where a request goes.
 *
 * @param url its path and query, as they came
 * @returns undefined where nothing of the service is there to be reached
 */
export function targetOf({ name, paths }: Upstream, url: string): Target | undefined {
  // The parser resolves every spelling of `..`, so that what is looked at is what is asked for.
  const { pathname, search } = new URL(url, 'http://localhost')
  if (!pathname.startsWith(`/${name}/`)) return undefined
  const path = pathname.slice(name.length + 1)
  const found = paths.find(
    ([start]) => path.startsWith(start) && (start.endsWith('/') || /^(\/|$)/.test(path.slice(start.length))),
  )
  return found && { path: path + search, credential: found[1] }
}
