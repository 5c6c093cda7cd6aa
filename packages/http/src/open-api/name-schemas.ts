import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'

const prefix = '#/components/schemas/'

/**
 * The document with its named shapes once each, by name, and whatever nobody refers to left out. It comes with every shape as
 * what goes out (`Name`) and as what comes in (`NameInput`); where they do not differ, or only one is used, the plain
 * name will do.
 */
export function nameSchemas(document: OpenApi.Document): OpenApi.Document {
  const schemas = document.components!.schemas!
  const used = new Set<string>()
  const collect = (value: object): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name!)) continue
      used.add(name!)
      collect(schemas[name!]!)
    }
  }
  collect(document.paths!)

  const plainNames = new Map<string, string>()
  for (const name of used) {
    const plain = name.replace(/Input$/, '')
    const isPlain = !used.has(plain) || JSON.stringify(schemas[name]) === JSON.stringify(schemas[plain])
    plainNames.set(name, isPlain ? plain : name)
  }
  const named = [...used].toSorted().map((name) => [plainNames.get(name)!, schemas[name]!] as const)
  const paths = JSON.stringify(document.paths)
  const keepUsed = (kind: 'headers' | 'parameters') =>
    Object.fromEntries(
      Object.entries(document.components![kind] ?? {}).filter(([name]) =>
        paths.includes(`"#/components/${kind}/${name}"`),
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
      ? prefix + plainNames.get(value.slice(prefix.length))!
      : value,
  ) as OpenApi.Document
}
