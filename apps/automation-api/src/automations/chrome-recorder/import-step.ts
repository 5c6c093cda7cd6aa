import type { core } from 'zod'
import { actionSchema, type Action } from '../action.ts'
import { nameStep } from './name-step.ts'
import { CUSTOM_STEP_PREFIX, RECORDED_TYPES, stepExtension, type RecordedStep } from './recording.ts'

/**
 * A step, or one property of it, that is not part of the automation. Without an index, a property of the file itself.
 */
export type Unsupported = { index: number | null; type: string | null; property?: string; reason: string }

export type StepImport = { action?: Action; unsupported?: Unsupported[]; issues?: core.$ZodIssue[] }

// The places of the action's properties in the step, where their place or name differs.
type Source = {
  type: string
  fields: Record<string, unknown>
  // Properties of an action that a step of the format does not have.
  foreign: string[]
  pathOf: (path: PropertyKey[]) => PropertyKey[]
}

const schemas = new Map<string, (typeof actionSchema.options)[number]>(
  actionSchema.options.map((schema) => [schema.shape.type.value, schema]),
)

/**
 * @param index the step's place in the file
 *
 * @param position the action's place in the automation
 */
export function importStep(step: RecordedStep, index: number, position: number): StepImport {
  const { type } = step
  const reason = findRefusal(step)
  if (reason !== undefined) return { unsupported: [{ index, type, reason }] }

  const source = type === 'customStep' ? readCustomStep(step) : readStep(step)
  if ('issues' in source) return { issues: atStep(index, source.issues) }
  const known = schemas.get(source.type)!.shape
  const entries = Object.entries(source.fields)
  const unknown = entries.map(([property]) => property).filter((property) => !Object.hasOwn(known, property))
  const fields = Object.fromEntries(entries.filter(([property]) => Object.hasOwn(known, property)))
  const typed = { ...fields, type: source.type }
  const input = { name: nameStep(typed, position), ...typed }
  const { data, error } = actionSchema.safeParse(input)
  return {
    ...(data && { action: data }),
    unsupported: [...source.foreign, ...unknown].map((property) => {
      return { index, type, property, reason: `"${property}" is not part of such a step and was left out` }
    }),
    issues: atStep(index, error?.issues ?? [], source.pathOf),
  }
}

/** The reason why a step of this type is not supported, if so. Errors within a supported step are found elsewhere. */
function findRefusal({ type, name, url }: RecordedStep): string | undefined {
  if (type === 'waitForExpression') return 'expressions are not run in the page; wait for an element instead'
  if (type === 'customStep') {
    const own =
      typeof name === 'string' && name.startsWith(CUSTOM_STEP_PREFIX) && name.slice(CUSTOM_STEP_PREFIX.length)
    const isOurs = own && schemas.has(own) && !RECORDED_TYPES.has(own)
    return isOurs ? undefined : `the custom step "${String(name)}" belongs to another tool`
  }
  if (!RECORDED_TYPES.has(type)) return 'there is no such step in the format'
  const scheme = type === 'navigate' && typeof url === 'string' ? URL.parse(url)?.protocol : undefined
  if (scheme && !/^https?:$/.test(scheme)) return `only http and https pages can be opened, not ${scheme}`
  return undefined
}

function readStep(step: RecordedStep): Source | { issues: core.$ZodIssue[] } {
  const { type, timeout, waypost = {}, ...properties } = step
  const { data: own, error } = stepExtension.safeParse(waypost)
  if (!own) return { issues: error.issues.map((issue) => ({ ...issue, path: ['waypost', ...issue.path] })) }
  const { omitted = [], ...named } = own
  const { name, timeoutMs, ...fields } = properties
  for (const property of omitted) delete fields[property]
  const foreign = Object.entries({ name, timeoutMs }).flatMap(([property, value]) =>
    value === undefined ? [] : property,
  )
  const limit = timeout === undefined ? {} : { timeoutMs: timeout }
  const pathOf = ([property = '', ...rest]: PropertyKey[]) => {
    if (Object.hasOwn(named, property)) return ['waypost', property, ...rest]
    return [property === 'timeoutMs' ? 'timeout' : property, ...rest]
  }
  return { type, fields: { ...fields, ...limit, ...named }, foreign, pathOf }
}

function readCustomStep(step: RecordedStep): Source {
  const { type: _type, name, timeout, parameters, ...ofEveryStep } = step
  const own = typeof parameters === 'object' && parameters !== null ? { ...parameters } : {}
  const limit = timeout === undefined ? {} : { timeoutMs: timeout }
  const pathOf = ([property = '', ...rest]: PropertyKey[]) => {
    if (Object.hasOwn(own, property) || !Object.hasOwn(step, property)) {
      return property === 'timeoutMs' && !Object.hasOwn(own, property)
        ? ['timeout']
        : ['parameters', property, ...rest]
    }
    return [property, ...rest]
  }
  const fields = { ...ofEveryStep, ...limit, ...own }
  return { type: String(name).slice(CUSTOM_STEP_PREFIX.length), fields, foreign: [], pathOf }
}

function atStep(
  index: number,
  issues: core.$ZodIssue[],
  pathOf = (path: PropertyKey[]) => path,
): core.$ZodIssue[] {
  return issues.map((issue) => ({ ...issue, path: ['steps', index, ...pathOf(issue.path)] }))
}
