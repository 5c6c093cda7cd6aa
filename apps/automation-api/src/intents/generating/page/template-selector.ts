import type { Selector } from '../../../automations/selector.ts'

/** Escapes text of the page that looks like a variable. */
export function escapeVariables(selector: Selector): Selector {
  return mapParts(selector, escapeText)
}

export function escapeText(text: string): string {
  return text.replaceAll(/\$\{(?=[A-Za-z_]\w*\})/g, () => '$${')
}

/**
 * The selector with variables in place of their values, so that it finds other elements with other values; undefined
 * where it does not contain one of the values.
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
      // One or two letters are part of many words.
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
