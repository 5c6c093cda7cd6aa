/** What an entry of an audit log is about. */
export interface AuditResource {
  /** In the words of the services: `automation`, `api_key`, `address`, … */
  type: string
  id: string
}

const typesOfPaths: Record<string, string> = {
  '/api/v1/addresses': 'address',
  '/api/v1/emails': 'email',
  '/api/v1/domains': 'domain',
  '/api/v1/forwarding-addresses': 'forwarding_address',
  '/api/v1/webhooks': 'webhook',
  '/api-keys': 'api_key',
}

/** What a request to the alias service is about, by its path; null where that is no single thing. */
export function readResource(path: string): AuditResource | null {
  const found = /^(\/api\/v1\/[a-z-]+|\/api-keys)\/([0-9a-f]{8}-[0-9a-f-]{27})(?:\/|$)/.exec(path)
  const type = found && typesOfPaths[found[1]!]
  return type === undefined || type === null ? null : { type, id: found![2]! }
}
