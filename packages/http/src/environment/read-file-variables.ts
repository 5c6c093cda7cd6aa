import { readFileSync } from 'node:fs'

export interface FileRefusal {
  /** The invalid variable, `NAME_FILE`. */
  name: string
  /** The variable whose value the file has. */
  variable: string
  reason: string
}

/**
 * Reads the variables for which `NAME_FILE` is given from their files, without the newline that editors add at the
 * end. Only for `names`: other variables that end in `_FILE` may have a meaning of their own, or belong to other
 * software.
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
  // The value and the file contradict each other, so neither is used.
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
