/** Which events a webhook wants, by the fields of their `data`: `{"automationId": "…", "status": {"$in": ["failed"]}}`. */
export type WebhookFilter = Record<string, unknown>

/** What is wrong with a filter, in words that follow its name. */
export class FilterError extends Error {}

const longest = 4096
const deepest = 5
const path = /^[\w-]{1,100}(?:\.[\w-]{1,100}){0,9}$/
const comparisons = { $eq: '==', $ne: '!=', $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const

/**
 * Compiles a filter to a predicate of Postgres' jsonpath, with which the statement that publishes an event chooses its
 * receivers. A field holds one value, or a list of which one element is enough. A field that is absent matches nothing
 * but `{"$exists": false}`, `$ne` included.
 *
 * @throws FilterError
 * @see https://www.postgresql.org/docs/current/functions-json.html#FUNCTIONS-SQLJSON-PATH
 */
export function compileFilter(filter: WebhookFilter): string {
  if (JSON.stringify(filter).length > longest)
    throw new FilterError(`must not be longer than ${longest} characters`)
  return all(filter, 0)
}

function all(filter: unknown, depth: number): string {
  if (!isObject(filter)) throw new FilterError('must consist of objects with conditions')
  const conditions = Object.entries(filter)
  if (conditions.length === 0) throw new FilterError('must have a condition')
  if (depth > deepest) throw new FilterError(`must not be nested deeper than ${deepest} levels`)
  return join(
    conditions.map(([name, condition]) => {
      if (name === '$and' || name === '$or')
        return join(
          listOf(name, condition).map((each) => all(each, depth + 1)),
          name,
        )
      if (name === '$not') return not(all(condition, depth + 1))
      return holds(name, condition)
    }),
  )
}

function holds(name: string, condition: unknown): string {
  if (!path.test(name))
    throw new FilterError(`must name fields such as "a.b", and not ${JSON.stringify(name)}`)
  const field = `$.${name.split('.').map(quote).join('.')}`
  if (!isObject(condition)) return `${field} == ${scalar(condition)}`
  const operators = Object.entries(condition)
  if (operators.length === 0) throw new FilterError(`must say what ${name} is compared with`)
  return join(operators.map(([operator, value]) => compare(field, operator, value)))
}

function compare(field: string, operator: string, value: unknown): string {
  switch (operator) {
    case '$in':
      return join(
        listOf(operator, value).map((each) => `${field} == ${scalar(each)}`),
        '$or',
      )
    case '$startsWith':
      if (typeof value !== 'string') throw new FilterError('must give $startsWith a text')
      return `${field} starts with ${quote(value)}`
    case '$exists':
      if (typeof value !== 'boolean') throw new FilterError('must give $exists true or false')
      return value ? `exists(${field})` : `!exists(${field})`
    default:
      if (!Object.hasOwn(comparisons, operator)) throw new FilterError(`must not use ${operator}`)
      return `${field} ${comparisons[operator as keyof typeof comparisons]} ${scalar(value)}`
  }
}

/** What cannot be compared, such as a text with a number, is not the case. */
const not = (predicate: string): string => `!(${predicate}) || ((${predicate}) is unknown)`

const join = (predicates: string[], by: '$and' | '$or' = '$and'): string =>
  predicates.map((predicate) => `(${predicate})`).join(by === '$and' ? ' && ' : ' || ')

function listOf(operator: string, value: unknown): unknown[] {
  if (Array.isArray(value) && value.length > 0) return value
  throw new FilterError(`must give ${operator} a list`)
}

function scalar(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number' && Number.isFinite(value)) return value < 0 ? `(${value})` : String(value)
  if (typeof value === 'string') return quote(value)
  throw new FilterError('must compare fields with texts, numbers, true, false or null')
}

const quote = (text: string): string => JSON.stringify(text)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
