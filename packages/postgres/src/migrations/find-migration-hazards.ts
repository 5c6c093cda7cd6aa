import { outsideTransaction } from './apply-migration-file.ts'
import { splitStatements } from './split-statements.ts'

/** How a migration's statement can break replicas of the previous version, which still run while it is applied. */
export interface MigrationHazard {
  name: string
  /** The problem, and what to do instead. */
  advice: string
  statement: string
}

/**
 * Finds statements that block a table in use, or break those who use it. A table that the same file creates is not in
 * use yet. A comment right before a statement can allow it, with the reason: `-- allow <hazard>: <why nobody is
 * harmed>`.
 *
 * It matches patterns and does not parse SQL: it overlooks what it does not know.
 *
 * @param sql one file of a migration, with or without its parameters filled in
 */
export function findMigrationHazards(sql: string): MigrationHazard[] {
  const statements = splitStatements(sql)
  const isOutside = sql.startsWith(outsideTransaction)
  const isNew = collectNew(statements.map(({ text }) => text))
  return statements.flatMap(({ text, comments }, index) => {
    const statement = text.replaceAll(/\s+/g, ' ')
    const allowed = new Set(
      comments.flatMap((comment) => /^-- allow ([\w-]+): \S.{7}/.exec(comment)?.[1] ?? []),
    )
    const before = statements[index - 1]?.text.replaceAll(/\s+/g, ' ')
    return hazardsOf(statement, { isOutside, isNew, before })
      .filter((name) => !allowed.has(name))
      .map((name) => ({ name, advice: advice[name], statement: statement.slice(0, 120) }))
  })
}

const advice = {
  'blocking-index':
    'blocks writes while it is built: use `create index concurrently` in a separate file that begins with the line ' +
    `\`${outsideTransaction}\``,
  'unfinished-index':
    'an interrupted build leaves an invalid index: put `drop index concurrently if exists` right before it',
  'concurrently-in-transaction': `begin the file with the line \`${outsideTransaction}\``,
  'outside-without-need': 'only concurrent statements belong in a file outside of a transaction',
  'blocking-constraint':
    'blocks writes while every row is checked: add it `not valid`, and `validate constraint` in the next file',
  'blocking-not-null':
    'blocks reads while every row is checked: add and validate a `check (… is not null)` first',
  'blocking-type': 'blocks reads while the table is rewritten: add a column and fill it in steps',
  'blocking-column': 'blocks reads while the table is rewritten: use a constant default',
  'blocking-command': 'blocks every use of the table',
  backfill: 'rows stay locked until the end of the file: fill in steps from a process, not in a migration',
  'required-column': 'old replicas insert without it: give it a default, or let it be null',
  renamed: 'old replicas use the old name: add the new one, and drop the old one a version later',
  dropped: 'old replicas use it: drop it a version after the last one that does, and name that version',
  revoked:
    'old replicas need the right: revoke it a version after the last one that does, and name that version',
} as const

type HazardName = keyof typeof advice

const object = String.raw`(?:if (?:not )?exists )?(?:only )?([\w."{}]+)`
const makes = new RegExp(String.raw`^create (?:unlogged )?table ${object}`, 'i')
const indexes = new RegExp(
  String.raw`^create (?:unique )?index (?:concurrently )?(?:if not exists )?\w* ?on (?:only )?([\w."{}]+)`,
  'i',
)
const alters = new RegExp(String.raw`^alter table ${object} (.*)$`, 'i')
const writes = new RegExp(String.raw`^(?:update|delete from|insert into) ${object}`, 'i')

function collectNew(texts: string[]): (table: string) => boolean {
  const made = new Set(texts.flatMap((text) => makes.exec(text.replaceAll(/\s+/g, ' '))?.[1] ?? []))
  return (table) => made.has(table)
}

function hazardsOf(
  statement: string,
  { isOutside, isNew, before }: { isOutside: boolean; isNew: (table: string) => boolean; before?: string },
): HazardName[] {
  const isConcurrent = /^(create (unique )?index|drop index|reindex \w+) concurrently\b/i.test(statement)
  if (isConcurrent && !isOutside) return ['concurrently-in-transaction']
  if (isOutside && !isConcurrent && !/^alter table \S+ validate constraint/i.test(statement))
    return ['outside-without-need']
  if (isConcurrent) {
    const name = /^create (?:unique )?index concurrently (\w+)/i.exec(statement)?.[1]
    const isCleared = before !== undefined && /^drop index concurrently if exists /i.test(before)
    return name !== undefined && !(isCleared && before.endsWith(name)) ? ['unfinished-index'] : []
  }
  const indexed = indexes.exec(statement)?.[1]
  if (indexed !== undefined) return isNew(indexed) ? [] : ['blocking-index']
  const [, altered, actions] = alters.exec(statement) ?? []
  if (altered !== undefined) return isNew(altered) ? [] : splitActions(actions!).flatMap(hazardsOfAction)
  const written = writes.exec(statement)?.[1]
  if (written !== undefined) return isNew(written) ? [] : ['backfill']
  if (/^alter \w+ \S+ rename\b/i.test(statement)) return ['renamed']
  if (/^(drop|truncate)\b/i.test(statement)) return ['dropped']
  if (/^revoke\b/i.test(statement)) return ['revoked']
  if (/^(lock|vacuum|cluster|reindex|refresh)\b/i.test(statement)) return ['blocking-command']
  return []
}

/** The actions of an `alter table`, one by one: commas in parentheses do not separate them. */
const splitActions = (actions: string): string[] =>
  [...actions.matchAll(/(?:\([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*\)|[^,()])+/g)].map(([action]) =>
    action.trim(),
  )

function hazardsOfAction(action: string): HazardName[] {
  if (/^rename\b/i.test(action)) return ['renamed']
  if (/^drop (?!not null|default|constraint)/i.test(action)) return ['dropped']
  if (/^alter (column )?\S+ (set data )?type\b/i.test(action)) return ['blocking-type']
  if (/^alter (column )?\S+ set not null/i.test(action)) return ['blocking-not-null']
  if (/^set (logged|unlogged|tablespace|access method)\b/i.test(action)) return ['blocking-command']
  const isConstraint = /^add (constraint|check|unique|primary key|foreign key|exclude)\b/i.test(action)
  if (isConstraint) return /not valid$|using index\b/i.test(action) ? [] : ['blocking-constraint']
  return /^add\b/i.test(action) ? hazardsOfColumn(action) : []
}

function hazardsOfColumn(action: string): HazardName[] {
  const found: HazardName[] = []
  const hasDefault = /\bdefault\b|\bgenerated\b/i.test(action)
  if (/\bnot null\b/i.test(action) && !hasDefault) found.push('required-column')
  // Postgres stores a constant default once; any other default is written into every row.
  const isWritten =
    /\b(big|small)?serial\b|\bgenerated\b|default [\w.]*(random|uuid|clock_timestamp|nextval)\w*\(/i.test(
      action,
    )
  if (isWritten) found.push('blocking-column')
  if (/\breferences\b|\bunique\b|\bprimary key\b|\bcheck\b/i.test(action)) found.push('blocking-constraint')
  return found
}
