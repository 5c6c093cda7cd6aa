const subjects: Record<string, string> = {
  address: 'alias',
  api_key: 'API key',
  audit_log: 'audit log',
  domain_rule: 'rule of a domain',
  execution: 'run',
  forwarding_address: 'mailbox',
  forwarding_rule: 'forwarding',
  held_access: 'switched-off access',
  intent: 'request',
  platform_domain: 'domain of the service',
}

const verbs: Record<string, string> = {
  claim: 'claimed',
  create: 'created',
  delete: 'deleted',
  export: 'exported',
  heal_accepted: 'heal accepted',
  heal_refused: 'heal refused',
  import: 'imported',
  keep: 'restored',
  list: 'listed',
  list_all: 'listed',
  put: 'added',
  replace: 'replaced',
  recover: 'recovered',
  redeliver: 'resent',
  redelivered: 'resent',
  resend_verification: 'confirmation sent again',
  revoke: 'revoked',
  revoke_tokens: 'signed out everywhere',
  send: 'sent',
  tokens_revoked: 'signed out everywhere',
  update: 'updated',
  verify: 'checked',
}

/** An action or a subject of either service's audit log, in words: `address.create` → `Alias created`. */
export function describeAction(action: string): string {
  const [subject = '', verb] = action.split('.')
  const parts = [subjects[subject] ?? subject, verb && (verbs[verb] ?? verb)]
  const words = parts.filter(Boolean).join(' ').replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
