import type { ClientOptions } from './client-options.ts'
import { readVariable } from './env.ts'
import { WaypostError } from './errors.ts'

/** Where a client finds what its options leave out. */
export interface Defaults {
  /** The variables that may contain the key, the first one set is used. */
  keyVariables: string[]
  urlVariable: string
  /** The URL of `start` on this machine. */
  localUrl: string
}

/** Options with a credential and a base URL. */
export type CompleteOptions = ClientOptions & {
  baseUrl: string | URL
  /** What to do if nothing answers at a base URL that was assumed rather than given. */
  urlHint: string
}

/** @throws WaypostError without any credential, because then every call would fail */
export function applyDefaults(options: ClientOptions, defaults: Defaults): CompleteOptions {
  const { keyVariables } = defaults
  const isAuthenticated =
    options.apiKey !== undefined || options.token !== undefined || options.usesCookie === true
  const apiKey = isAuthenticated
    ? options.apiKey
    : keyVariables.map(readVariable).find((key) => key !== undefined)
  if (!isAuthenticated && apiKey === undefined)
    throw new WaypostError(
      `There is no credential: pass an apiKey or a token, or set ${keyVariables.join(' or ')}`,
    )
  return { ...options, apiKey, ...findBaseUrl(options.baseUrl, defaults) }
}

/** The given URL, or that of the environment, or that of `start`. */
export function findBaseUrl(
  given: string | URL | undefined,
  { urlVariable, localUrl }: Pick<Defaults, 'urlVariable' | 'localUrl'>,
): Pick<CompleteOptions, 'baseUrl' | 'urlHint'> {
  const baseUrl = given ?? readVariable(urlVariable)
  if (baseUrl !== undefined) return { baseUrl, urlHint: '' }
  return { baseUrl: localUrl, urlHint: `. No baseUrl was given: pass one, or set ${urlVariable}` }
}
