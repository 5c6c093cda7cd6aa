import type { Item } from './survey-page.ts'

/** Describes an element in a person's words: `the button “Delete” after “Fog”`. */
export function describeItem(item: Item): string {
  const kind = item.role || (item.isEditable ? 'field' : item.tag)
  const called = shorten(item.name || item.text || item.placeholder || item.tokens[0] || '')
  const after = shorten(item.before[0] ?? '')
  return `the ${kind}${called && ` “${called}”`}${after && after !== called ? ` after “${after}”` : ''}`
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 59).toWellFormed()}…` : text)
