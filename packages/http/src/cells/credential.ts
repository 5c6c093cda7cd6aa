/**
 * Whose a request is, as far as that can be read without a database: `owner ada`, `key` with a hash in hex, or `operator ada`
 * for an operator who names an account. A service may have further kinds.
 */
export type Credential = `${string} ${string}`

/** The kind of a credential, and what follows it. */
export function splitCredential(credential: Credential): { kind: string; value: string } {
  const space = credential.indexOf(' ')
  return { kind: credential.slice(0, space), value: credential.slice(space + 1) }
}
