import type { Selector } from '../../../automations/selector.ts'

/** What looks like a variable on the page is a text of the page. */
export function escapeVariables(selector: Selector): Selector {
  return mapParts(selector, escapeText)
}

export function escapeText(text: string): string {
  return text.replaceAll(/\$\{(?=[A-Za-z_]\w*\})/g, () => '$${')
}

/**
 * The selector with variables where their values stand, so that it finds what other values say in other runs; undefined
 * where one of the values does not stand in it.
 */
export function templateSelector(
  selector: Selector,
  names: string[],
  values: Record<string, string>,
): Selector | undefined {
  const used = new Set<string>()
  const write = (text: string) =>
    names.reduce((written, name) => {
      const value = values[name] ?? ''
      // A letter or two are a part of many words.
      const isMeant = value !== '' && (written === value || (value.length > 2 && written.includes(value)))
      if (!isMeant) return written
      used.add(name)
      return written.replaceAll(value, () => `\${${name}}`)
    }, text)
  const written = mapParts(escapeVariables(selector), (part) => {
    const [, prefix = '', text = '', rest = ''] =
      /^(text\/|aria\/)(.*?)((?:\[role="[^"]*"\])?)$/s.exec(part) ?? []
    if (prefix) return `${prefix}${write(text)}${rest}`
    return part.replaceAll(/"([^"]*)"/g, (_quoted, inner: string) => `"${write(inner)}"`)
  })
  return used.size === names.length ? written : undefined
}

const mapParts = (selector: Selector, map: (part: string) => string): Selector =>
  typeof selector === 'string' ? map(selector) : selector.map(map)
