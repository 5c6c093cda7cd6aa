/**
 * The places where regular expressions are composed, and why that is safe. Patterns of `loaded` modules are created when
 * the module is loaded, and checked like literal ones.
 */
export const loaded = [
  'apps/alias-api/src/replies/find-footers.ts',
  'apps/automation-api/src/intents/generating/grammar/parse-clause.ts',
  'apps/automation-api/src/intents/matching/values/day-words.ts',
  'apps/automation-api/src/intents/matching/values/periods.ts',
  'apps/automation-api/src/intents/matching/values/times.ts',
  'apps/automation-api/src/intents/matching/values/value-kinds.ts',
  'apps/automation-api/src/intents/matching/values/vague-times.ts',
]

export const reviewed: Record<string, string> = {
  'apps/automation-api/src/automations/actions/step-fields.ts': 'only compiled, never matched',
  'apps/automation-api/src/intents/generating/grammar/lift-address.ts': 'one character class',
  'apps/automation-api/src/intents/generating/grammar/named-hosts.ts': 'one character class',
  'apps/automation-api/src/intents/generating/grammar/page-rules.ts':
    'one character class, besides what is loaded',
  'apps/automation-api/src/intents/generating/grammar/parse-extract.ts': 'loaded with parse-clause.ts',
  'apps/automation-api/src/intents/generating/grammar/parse-list.ts': 'loaded with parse-clause.ts',
  'apps/automation-api/src/intents/generating/grammar/protect-text.ts': 'one character class',
  'apps/automation-api/src/intents/generating/grammar/rule.ts': 'loaded with parse-clause.ts',
  'apps/automation-api/src/intents/matching/values/dates.ts':
    'words; the library’s run in a thread with a deadline',
  'apps/automation-api/src/intents/matching/values/find-labelled.ts':
    'words joined by one optional character',
  'apps/automation-api/src/runner/healing/in-page/read-name.ts': 'every repetition is counted',
  'apps/automation-api/src/runner/masking/mask-secrets.ts': 'escaped texts',
  'apps/automation-api/src/runner/patterns/pattern-thread.ts': 'a user’s, in a thread with a deadline',
  'apps/automation-api/src/runner/elements/selectors.ts': 'escaped words joined by spaces',
  'apps/alias-api/src/replies/hide-addresses.ts': 'escaped characters; what is between them is counted',
  'apps/alias-api/src/signing/signature.ts': 'any characters, counted',
  'packages/postgres/src/migrations/find-migration-hazards.ts':
    'meets the migrations of this repository alone',
  'apps/dashboard/server/sessions/session-cookie.ts': 'a constant name and counted characters',
}
