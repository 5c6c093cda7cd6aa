/** Picks the search parameters that are strings. */
export function pickTexts<Name extends string>(search: object, names: Name[]): Partial<Record<Name, string>> {
  const texts = names.flatMap((name) => {
    const value = (search as Record<string, unknown>)[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  return Object.fromEntries(texts) as Partial<Record<Name, string>>
}
