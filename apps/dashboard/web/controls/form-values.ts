/** The exact text of a field; empty for files and missing fields. */
export function exactTextOf(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}

/** The trimmed text of a field. */
export const textOf = (values: FormData, name: string): string => exactTextOf(values, name).trim()

/** The ticked values of a checkbox group. */
export const chosenOf = (values: FormData, name: string): string[] =>
  values.getAll(name).filter((value) => typeof value === 'string')
