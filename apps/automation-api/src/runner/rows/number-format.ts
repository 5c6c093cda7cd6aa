/** How a language writes numbers. */
export interface NumberFormat {
  decimal: string
  group: string
}

const formats = new Map<string, NumberFormat>()

export function findNumberFormat(locale: string): NumberFormat {
  const known = formats.get(locale)
  if (known) return known
  const parts = new Intl.NumberFormat(locale).formatToParts(-1_234_567.8)
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const format = { decimal: find('decimal') || '.', group: find('group') }
  formats.set(locale, format)
  return format
}
