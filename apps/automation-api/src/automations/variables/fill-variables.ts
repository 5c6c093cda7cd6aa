import type { StoredAction } from '../action.ts'
import { escapeCss } from '../escape-css.ts'
import { fillText } from './fill-text.ts'
import { mapTexts, type Notation } from './map-texts.ts'
import { findPart, writeValue, type Scope } from './scope.ts'

/**
 * The action with a value for every `${name}`. A value cannot change its surroundings: in the query of a URL it is
 * encoded, and in a selector it cannot end the text around it. The steps within it are filled when they are performed.
 */
export function fillVariables<Each extends StoredAction>(
  action: Each,
  values: Record<string, string>,
  { items = {}, outputs = {}, secrets = {} }: Partial<Omit<Scope, 'values'>> = {},
): Each {
  const scope = { values, items, outputs, secrets }
  return mapTexts(action, (text, notation) =>
    notation === 'url'
      ? fillUrl(text, scope)
      : fill(text, scope, (value, name) => write(value, name, text, notation)),
  )
}

function fill(text: string, scope: Scope, writeAs: (value: string, name: string) => string): string {
  return fillText(
    text,
    (name) => writeAs(valueOf(scope, name), name),
    (name, path) => {
      const part = findPart(scope, name, path)
      return part === undefined ? undefined : writeAs(part, [name, ...path].join('.'))
    },
  )
}

function valueOf({ values, items }: Scope, name: string): string {
  if (Object.hasOwn(items, name)) return writeValue(items[name]!)
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined) throw new Error(`the variable "${name}" has no value`)
  return value
}

// A variable may be a whole URL, or a part of one with a path and more, so only in the query is one encoding right.
function fillUrl(url: string, scope: Scope): string {
  const queryAt = `${url}?`.indexOf('?')
  const query = fill(url.slice(queryAt), scope, (value) => encodeURIComponent(value))
  return fill(url.slice(0, queryAt), scope, (value) => value) + query
}

function write(value: string, name: string, selector: string, notation: Notation): string {
  if (notation === 'plain' || /^(aria|text)\//.test(selector)) return value
  if (!selector.startsWith('xpath/')) return escapeCss(value)
  // XPath has no escapes.
  if (/["']/.test(value))
    throw new Error(`the variable "${name}" has a quote in it, which an XPath cannot hold`)
  return value
}
