import type { StoredAction } from '../action.ts'

/** How a value must be written at its place: as it is, within a URL, or within a selector. */
export type Notation = 'plain' | 'url' | 'selector'

export type MapText = (text: string, notation: Notation) => string

/**
 * Maps every text of the action that may refer to variables: URLs, selectors, and values to enter. Names, outputs,
 * patterns, keys and a file's contents are unchanged.
 */
export function mapTexts<Each extends StoredAction>(action: Each, map: MapText): Each {
  const mapped: StoredAction = { ...action }
  if (mapped.target !== undefined) mapped.target = map(mapped.target, 'url')
  if (mapped.assertedEvents)
    mapped.assertedEvents = mapped.assertedEvents.map(({ url, title, ...event }) => ({
      ...event,
      ...(url !== undefined && { url: map(url, 'url') }),
      ...(title !== undefined && { title: map(title, 'plain') }),
    }))
  if ('selectors' in mapped && mapped.selectors) {
    const mapPart = (part: string) => map(part, 'selector')
    mapped.selectors = mapped.selectors.map((selector) =>
      typeof selector === 'string' ? mapPart(selector) : selector.map(mapPart),
    )
  }
  switch (mapped.type) {
    case 'navigate':
    case 'waitForUrl':
      mapped.url = map(mapped.url, 'url')
      break
    case 'change':
      mapped.value = map(mapped.value, 'plain')
      break
    case 'select':
      mapped.values = mapped.values.map((value) => map(value, 'plain'))
      break
    case 'upload':
      mapped.file = { ...mapped.file, name: map(mapped.file.name, 'plain') }
      break
    case 'waitForElement':
      if (mapped.attributes) mapped.attributes = mapEntries(mapped.attributes, (text) => map(text, 'plain'))
      if (mapped.properties) mapped.properties = mapEntries(mapped.properties, (value) => mapDeep(value, map))
      break
  }
  return mapped as Each
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
