import { createHash } from 'node:crypto'
import type { MailRule } from './mail-rule.ts'

/** As many as a number holds exactly. */
const versionBytes = 6

/**
 * The version of the rules of an alias, which changes with every change of them: made from what they say, so that it
 * needs no column that each process would have to keep. What becomes of their mailboxes is no change of theirs.
 */
export function versionOfRules(rules: MailRule[]): number {
  const content = rules.map(({ id, conditions, action, forwardToId, label, stop, isActive }) => [
    id,
    conditions,
    action,
    forwardToId,
    label,
    stop,
    isActive,
  ])
  return createHash('sha256').update(JSON.stringify(content)).digest().readUIntBE(0, versionBytes)
}
