const subjects: Record<string, string> = {
  address: 'alias',
  api_key: 'API key',
  audit_log: 'audit log',
  domain_rule: 'rule of a domain',
  execution: 'run',
  forwarding_address: 'mailbox',
  forwarding_rule: 'forwarding',
  event_type: 'event type',
  held_access: 'switched-off access',
  intent: 'request',
  mail_rules: 'rules of an alias',
  platform_domain: 'domain of the service',
}

/** Every verb of both logs. */
const verbs: Record<string, string> = {
  accepted: 'accepted',
  claim: 'claimed',
  create: 'created',
  created: 'created',
  delete: 'deleted',
  deleted: 'deleted',
  disable_by_link: 'paused by a link',
  enqueued: 'queued',
  export: 'exported',
  extend_by_link: 'extended by a link',
  heal_accepted: 'heal accepted',
  heal_refused: 'heal refused',
  held: 'switched off',
  import: 'imported',
  keep: 'restored',
  list: 'listed',
  list_all: 'listed',
  list_smtp_log: 'SMTP log listed',
  match: 'tried',
  preview_message: 'message previewed',
  pull_events: 'events pulled',
  put: 'added',
  read: 'read',
  read_attachment: 'attachment downloaded',
  read_health: 'health read',
  read_raw: 'source downloaded',
  read_records: 'DNS records read',
  recover: 'recovered',
  recovered: 'recovered',
  redeliver: 'resent',
  redelivered: 'resent',
  refused: 'refused',
  replace: 'replaced',
  resend_verification: 'confirmation sent again',
  restore: 'restored',
  restored: 'restored',
  resumed: 'resumed',
  revoke: 'revoked',
  revoke_tokens: 'signed out everywhere',
  saved: 'saved',
  send: 'sent',
  stopped: 'stopped',
  test: 'tested',
  test_filter: 'filter tried',
  tested: 'tested',
  tokens_revoked: 'signed out everywhere',
  triggered: 'run',
  update: 'updated',
  updated: 'updated',
  validated: 'validated',
  verify: 'checked',
  watch: 'watched',
}

/** Whether there are words for an action, and not the names that programs use. */
export function hasWords(action: string): boolean {
  const [subject = '', verb = ''] = action.split('.')
  return verb in verbs && !(subjects[subject] ?? subject).includes('_')
}

/** An action or a subject of either service's audit log, in words: `address.create` → `Alias created`. */
export function describeAction(action: string): string {
  const [subject = '', verb] = action.split('.')
  const parts = [subjects[subject] ?? subject, verb && (verbs[verb] ?? verb)]
  const words = parts.filter(Boolean).join(' ').replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
