import { z } from 'zod'
import { readFileVariables } from './read-file-variables.ts'

/** A bad start: names every variable that is wrong, and never a value. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

/**
 * Reads the environment once, at the start of a process. An empty variable counts as absent. In the place of any
 * variable `NAME` may stand `NAME_FILE`, the path of a file with its value, as secrets are mounted into containers.
 *
 * @throws EnvironmentError listing every bad variable
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
  // Of a file that cannot be read nothing more is to be said.
  const told = new Set(refusals.map(({ variable }) => variable))
  for (const issue of result.error?.issues ?? []) {
    const name = issue.path.join('.')
    if (!told.has(name)) lines.push(`  ${name}: ${given[name] === undefined ? 'is required' : issue.message}`)
  }
  throw new EnvironmentError(`the environment is not right:\n${lines.join('\n')}`)
}

/** A variable in a notation of its own. What `parse` throws is what the operator is told, so it must not repeat the value. */
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

export const databaseUrlVariable = z.url({ protocol: /^postgres(ql)?$/, error: 'is not a postgres:// URL' })

/** `a, b` → `['a', 'b']`; nothing → `[]`. */
export function parseList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** A TCP port. `0` lets the system choose. */
export const portVariable = z.coerce.number().int().min(0).max(65_535)

/**
 * The environment as one service sees it: `<SERVICE>_DATABASE_URL` (or its file), where it is set, in the place of
 * DATABASE_URL.
 *
 * @param service the prefix, such as `AUTOMATION`
 */
export function withOwnDatabase(service: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = environment[`${service}_DATABASE_URL`]
  const ownFile = environment[`${service}_DATABASE_URL_FILE`]
  if (!own && !ownFile) return environment
  return { ...environment, DATABASE_URL: own, DATABASE_URL_FILE: ownFile }
}
