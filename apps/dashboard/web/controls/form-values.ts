/** What is in a field, to the letter; files and what is not there are empty. */
export function exactTextOf(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}

/** The same without the space around it. */
export const textOf = (values: FormData, name: string): string => exactTextOf(values, name).trim()

/** The values of one name that were ticked. */
export const chosenOf = (values: FormData, name: string): string[] =>
  values.getAll(name).filter((value) => typeof value === 'string')
