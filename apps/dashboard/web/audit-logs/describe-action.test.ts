import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditActions } from './audit-actions.ts'
import { describeAction, hasWords } from './describe-action.ts'

const source = join(import.meta.dirname, '../../../alias-api/src')
const purposes = ['disable', 'extend']

/** What the alias service can record: the actions of its routes, and those of the links in forwards. */
function listAliasActions(): string[] {
  const files = globSync('**/*.ts', { cwd: source }).filter((path) => !path.endsWith('.test.ts'))
  const text = files.map((path) => readFileSync(join(source, path), 'utf8')).join('\n')
  const written = [...text.matchAll(/\baction: (['`])([a-z_]+\.[^'`]+)\1/g)].map(([, , action]) => action!)
  return [
    ...new Set(
      written.flatMap((action) =>
        action.includes('${purpose}')
          ? purposes.map((purpose) => action.replace('${purpose}', purpose))
          : [action],
      ),
    ),
  ]
}

test('every action that an audit log can have is told in words', () => {
  const actions = [...listAliasActions(), ...auditActions.automation]
  expect(actions.length).toBeGreaterThan(100)
  expect(actions).toContain('address.extend_by_link')
  expect(actions.filter((action) => !hasWords(action))).toEqual([])
})

test('the log of the alias service is narrowed to subjects that it has', () => {
  const subjects = new Set(listAliasActions().map((action) => action.split('.')[0]))
  expect(auditActions.alias.filter((subject) => !subjects.has(subject))).toEqual([])
})

test.each([
  ['address.list_smtp_log', 'Alias SMTP log listed'],
  ['address.disable_by_link', 'Alias paused by a link'],
  ['mail_rules.replace', 'Rules of an alias replaced'],
  ['automation.triggered', 'Automation run'],
  ['account.held', 'Account switched off'],
  ['webhook', 'Webhook'],
  ['future.new_verb', 'Future new verb'],
])('%s is “%s”', (action, words) => {
  expect(describeAction(action)).toBe(words)
})
