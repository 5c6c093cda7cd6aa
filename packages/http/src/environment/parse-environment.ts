import { z } from 'zod'
import { readHosts } from '@waypost/postgres'
import { readFileVariables } from './read-file-variables.ts'

/** The error of a start with an invalid environment: names every invalid variable, and never a value. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

/**
 * Parses the environment once, when a process starts. An empty variable counts as missing. Any variable `NAME` can be
 * replaced by `NAME_FILE`, the path of a file with its value, as containers mount secrets.
 *
 * @throws EnvironmentError with every invalid variable
 */
export function parseEnvironment<Shape extends z.ZodObject>(
  schema: Shape,
  environment: NodeJS.ProcessEnv,
): z.output<Shape> {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const { given, refusals } = readFileVariables(Object.keys(schema.shape), set)
  // `reportInput` stays off: messages must not repeat what may be a secret.
  const result = schema.safeParse(given)
  if (result.success && refusals.length === 0) return result.data
  const lines = refusals.map(({ name, reason }) => `  ${name}: ${reason}`)
  // A variable whose file could not be read is already reported.
  const reported = new Set(refusals.map(({ variable }) => variable))
  for (const issue of result.error?.issues ?? []) {
    const name = issue.path.join('.')
    if (!reported.has(name))
      lines.push(`  ${name}: ${given[name] === undefined ? 'is required' : issue.message}`)
  }
  throw new EnvironmentError(`invalid environment:\n${lines.join('\n')}`)
}

/** A variable with its own parser. The operator sees what `parse` throws, so it must not repeat the value. */
export function parsedVariable<Value>(parse: (text: string) => Value, defaultText?: string) {
  const text = defaultText === undefined ? z.string() : z.string().default(defaultText)
  return text.transform((given, context): Value => {
    try {
      return parse(given)
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'is not valid' })
      return z.NEVER
    }
  })
}

/** A URL of Postgres, which may have several hosts. */
export const databaseUrlVariable = parsedVariable(parseDatabaseUrl)

export function parseDatabaseUrl(text: string): string {
  const { url } = readHosts(text)
  if (!URL.canParse(url) || !/^postgres(ql)?:/.test(url)) throw new Error('is not a postgres:// URL')
  return text
}

/** `a, b` → `['a', 'b']`; an empty text → `[]`. */
export function parseList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** A TCP port. `0` lets the system choose. */
export const portVariable = z.coerce.number().int().min(0).max(65_535)

/**
 * The environment of one service: `<SERVICE>_DATABASE_URL` (or its file), if set, replaces DATABASE_URL.
 *
 * @param service the prefix, such as `AUTOMATION`
 */
export function withOwnDatabase(service: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = environment[`${service}_DATABASE_URL`]
  const ownFile = environment[`${service}_DATABASE_URL_FILE`]
  if (!own && !ownFile) return environment
  return { ...environment, DATABASE_URL: own, DATABASE_URL_FILE: ownFile }
}
