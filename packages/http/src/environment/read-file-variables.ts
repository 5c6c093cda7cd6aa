import { readFileSync } from 'node:fs'

export interface FileRefusal {
  /** The one that is wrong, `NAME_FILE`. */
  name: string
  /** The one that it stands for. */
  variable: string
  reason: string
}

/**
 * The variables with those in the place of which `NAME_FILE` is given read from their files, without the newline that
 * editors leave at the end. Only of `names`: a variable of that form may be one in its own right, or somebody else's.
 */
export function readFileVariables(
  names: string[],
  given: Record<string, string | undefined>,
): { given: Record<string, string | undefined>; refusals: FileRefusal[] } {
  const read: Record<string, string> = {}
  const refusals: FileRefusal[] = []
  for (const variable of names) {
    const name = `${variable}_FILE`
    const file = given[name]
    if (file === undefined || names.includes(name)) continue
    const reason = readInto(read, variable, { file, isGivenTwice: given[variable] !== undefined })
    if (reason) refusals.push({ name, variable, reason })
  }
  return { given: { ...given, ...read }, refusals }
}

function readInto(
  read: Record<string, string>,
  variable: string,
  { file, isGivenTwice }: { file: string; isGivenTwice: boolean },
): string | undefined {
  // Which of the two is meant is not for us to guess.
  if (isGivenTwice) return `is given together with ${variable}`
  try {
    const value = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    if (value === '') return 'names an empty file'
    read[variable] = value
    return undefined
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code})`
  }
}
