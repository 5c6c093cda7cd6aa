import type { StoredAction } from '../action.ts'
import type { Condition } from '../actions/condition.ts'
import { usualAliasKey } from '../actions/waiting-actions.ts'
import type { Selector } from '../selector.ts'

/** How a value must be written at its place: as it is, within a URL, or within a selector. */
export type Notation = 'plain' | 'url' | 'selector'

export type MapText = (text: string, notation: Notation) => string

/**
 * Maps every text of the action that may refer to variables: URLs, selectors, values to enter and to compare with.
 * Names, outputs, patterns, keys and a file's contents are unchanged, and so are the steps within the action.
 */
export function mapTexts<Each extends StoredAction>(action: Each, map: MapText): Each {
  const mapped: StoredAction = { ...action }
  if (mapped.target !== undefined) mapped.target = map(mapped.target, 'url')
  if ('assertedEvents' in mapped && mapped.assertedEvents)
    mapped.assertedEvents = mapped.assertedEvents.map(({ url, title, ...event }) => ({
      ...event,
      ...(url !== undefined && { url: map(url, 'url') }),
      ...(title !== undefined && { title: map(title, 'plain') }),
    }))
  if ('selectors' in mapped && mapped.selectors) mapped.selectors = mapSelectors(mapped.selectors, map)
  switch (mapped.type) {
    case 'navigate':
    case 'waitForUrl':
      mapped.url = map(mapped.url, 'url')
      break
    case 'switchWindow':
      if (mapped.url !== undefined) mapped.url = map(mapped.url, 'url')
      if (mapped.title !== undefined) mapped.title = map(mapped.title, 'plain')
      break
    case 'dialog':
      if (mapped.text !== undefined) mapped.text = map(mapped.text, 'plain')
      break
    case 'assert':
      if (mapped.url !== undefined) mapped.url = map(mapped.url, 'url')
      if (mapped.text !== undefined) mapped.text = map(mapped.text, 'plain')
      break
    case 'drag':
      mapped.to = { ...mapped.to, selectors: mapSelectors(mapped.to.selectors, map) }
      break
    case 'extract':
      if (mapped.rows) mapped.rows = mapSelectors(mapped.rows, map)
      if (mapped.table) mapped.table = mapSelectors(mapped.table, map)
      if (mapped.fields)
        mapped.fields = mapEntries(mapped.fields, ({ selectors, column, ...field }) => ({
          ...field,
          ...(selectors && { selectors: mapSelectors(selectors, map) }),
          ...(column !== undefined && { column: map(column, 'plain') }),
        }))
      break
    case 'if':
      mapped.condition = mapCondition(mapped.condition, map)
      break
    case 'repeat':
      if (mapped.until) mapped.until = mapCondition(mapped.until, map)
      if (mapped.while) mapped.while = mapCondition(mapped.while, map)
      break
    case 'waitForEmail':
      mapped.address = map(mapped.address, 'plain')
      if (mapped.from !== undefined) mapped.from = map(mapped.from, 'plain')
      if (mapped.subject !== undefined) mapped.subject = map(mapped.subject, 'plain')
      mapped.apiKey = map(mapped.apiKey ?? usualAliasKey, 'plain')
      break
    case 'handOver':
      mapped.message = map(mapped.message, 'plain')
      break
    case 'change':
      mapped.value = map(mapped.value, 'plain')
      break
    case 'select':
      mapped.values = mapped.values.map((value) => map(value, 'plain'))
      break
    case 'upload':
      if (mapped.file) mapped.file = { ...mapped.file, name: map(mapped.file.name, 'plain') }
      if (mapped.artifact !== undefined) mapped.artifact = map(mapped.artifact, 'plain')
      if (mapped.accountFile !== undefined) mapped.accountFile = map(mapped.accountFile, 'plain')
      break
    case 'waitForElement':
      if (mapped.attributes) mapped.attributes = mapEntries(mapped.attributes, (text) => map(text, 'plain'))
      if (mapped.properties) mapped.properties = mapEntries(mapped.properties, (value) => mapDeep(value, map))
      break
  }
  return mapped as Each
}

const mapSelectors = (selectors: Selector[], map: MapText): Selector[] =>
  selectors.map((selector) =>
    typeof selector === 'string' ? map(selector, 'selector') : selector.map((part) => map(part, 'selector')),
  )

function mapCondition(condition: Condition, map: MapText): Condition {
  const mapped: Condition = { ...condition }
  for (const name of ['present', 'absent', 'selectors'] as const)
    if (mapped[name]) mapped[name] = mapSelectors(mapped[name], map)
  for (const name of ['text', 'equals', 'notEquals', 'contains'] as const)
    if (mapped[name] !== undefined) mapped[name] = map(mapped[name], 'plain')
  if (mapped.url !== undefined) mapped.url = map(mapped.url, 'url')
  return mapped
}

function mapEntries<Value>(
  entries: Record<string, Value>,
  map: (value: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, map(value)]))
}

function mapDeep(value: unknown, map: MapText): unknown {
  if (typeof value === 'string') return map(value, 'plain')
  if (Array.isArray(value)) return value.map((each) => mapDeep(each, map))
  if (typeof value !== 'object' || value === null) return value
  return mapEntries(value as Record<string, unknown>, (each) => mapDeep(each, map))
}
