import type { StoredAction } from '../action.ts'
import { escapeCss } from '../escape-css.ts'
import { fillText } from './fill-text.ts'
import { mapTexts, type Notation } from './map-texts.ts'

/**
 * The action with a value for every `${name}`. A value cannot change its surroundings: in the query of a URL it is
 * encoded, and in a selector it cannot end the text around it.
 */
export function fillVariables<Each extends StoredAction>(action: Each, values: Record<string, string>): Each {
  return mapTexts(action, (text, notation) =>
    notation === 'url'
      ? fillUrl(text, (name) => valueOf(values, name))
      : fillText(text, (name) => write(valueOf(values, name), name, text, notation)),
  )
}

function valueOf(values: Record<string, string>, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined) throw new Error(`the variable "${name}" has no value`)
  return value
}

// A variable may be a whole URL, or a part of one with a path and more, so only in the query is one encoding right.
function fillUrl(url: string, value: (name: string) => string): string {
  const queryAt = `${url}?`.indexOf('?')
  const query = fillText(url.slice(queryAt), (name) => encodeURIComponent(value(name)))
  return fillText(url.slice(0, queryAt), value) + query
}

function write(value: string, name: string, selector: string, notation: Notation): string {
  if (notation === 'plain' || /^(aria|text)\//.test(selector)) return value
  if (!selector.startsWith('xpath/')) return escapeCss(value)
  // XPath has no escapes.
  if (/["']/.test(value))
    throw new Error(`the variable "${name}" has a quote in it, which an XPath cannot hold`)
  return value
}
