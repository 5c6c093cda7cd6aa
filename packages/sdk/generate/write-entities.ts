/** A generated module, and the service that a name is prefixed with where both services have it. */
export interface TypedModule {
  /** The name of the module, without its ending. */
  name: string
  prefix: 'Automation' | 'Alias'
  source: string
}

// A program has errors of its own, and `ValidationError` has the issues.
const hidden = new Set(['Error', 'ValidationErrors', 'Operations'])

/** `entities.ts`: the types of both services by one name each, for the package's index. */
export function writeEntities(modules: TypedModule[]): string {
  return listEntities(modules, /^export (?:interface|type) (\w+)/gm)
    .map(({ module, names }) => {
      const exported = names.map(([name, as]) => (name === as ? name : `${name} as ${as}`))
      return `export type { ${exported.join(', ')} } from './${module}.ts'`
    })
    .join('\n')
}

/**
 * The types that modules declare, each with the name under which programs import it: its own or, where several modules
 * have a type of that name, with the service before it.
 */
export function listEntities(
  modules: TypedModule[],
  declaration: RegExp,
): { module: string; names: [name: string, as: string][] }[] {
  const declared = modules.map(({ source }) =>
    [...source.matchAll(declaration)].map(([, name]) => name!).filter((name) => !hidden.has(name)),
  )
  return modules.map(({ name: module, prefix }, index) => {
    const others = new Set(declared.toSpliced(index, 1).flat())
    const names = declared[index]!.map((name): [string, string] => [
      name,
      others.has(name) ? `${prefix}${name}` : name,
    ])
    return { module, names: names.toSorted(([a], [b]) => (a < b ? -1 : 1)) }
  })
}
