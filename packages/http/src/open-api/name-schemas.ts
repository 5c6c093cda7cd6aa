import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'

const prefix = '#/components/schemas/'
const reference = /"#\/components\/schemas\/(\w+)"/g

/**
 * Moves each named schema to the components once, and removes the unused ones. zod generates every schema for output
 * (`Name`) and for input (`NameInput`); where both are equal, or only one is used, it gets the plain name.
 */
export function nameSchemas(document: OpenApi.Document): OpenApi.Document {
  const schemas = document.components!.schemas!
  const used = new Set<string>()
  const collect = (value: object): void => {
    for (const [, name] of JSON.stringify(value).matchAll(reference)) {
      if (used.has(name!)) continue
      used.add(name!)
      collect(schemas[name!]!)
    }
  }
  collect(document.paths!)

  // A schema whose input and output differ makes every schema that refers to it differ as well, so the comparison is
  // repeated until it finds no more.
  const different = new Set<string>()
  const plainName = (name: string) => (different.has(name) ? name : name.replace(/Input$/, ''))
  const write = (name: string) =>
    JSON.stringify(schemas[name]).replaceAll(reference, (_text, to: string) => `"${prefix}${plainName(to)}"`)
  let before: number
  do {
    before = different.size
    for (const name of used) {
      const plain = plainName(name)
      if (used.has(plain) && write(name) !== write(plain)) different.add(name)
    }
  } while (different.size > before)
  const named = [...used].toSorted().map((name) => [plainName(name), schemas[name]!] as const)
  const using = JSON.stringify([document.paths, document.webhooks])
  const keepUsed = (kind: 'headers' | 'parameters') =>
    Object.fromEntries(
      Object.entries(document.components![kind] ?? {}).filter(([name]) =>
        using.includes(`"#/components/${kind}/${name}"`),
      ),
    )
  const components = {
    ...document.components,
    schemas: Object.fromEntries(named),
    headers: keepUsed('headers'),
    parameters: keepUsed('parameters'),
  }
  const kept = { ...document, components }
  return JSON.parse(JSON.stringify(kept), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(prefix)
      ? prefix + plainName(value.slice(prefix.length))
      : value,
  ) as OpenApi.Document
}
