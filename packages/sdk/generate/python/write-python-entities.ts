import { listEntities, type TypedModule } from '../write-entities.ts'

/** `types.py`: the types of both services by one name each. */
export function writePythonEntities(modules: TypedModule[]): string {
  const sorted = modules.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const entities = listEntities(sorted, /^(?:class )?([A-Z]\w*)(?=\(| = )/gm)
  const imports = entities.map(({ module, names }) => {
    const lines = names.map(([name, as]) => `    ${name === as ? name : `${name} as ${as}`},\n`)
    return `from .${module} import (\n${lines.join('')})`
  })
  const all = entities.flatMap(({ names }) => names.map(([, as]) => `    "${as}",\n`)).toSorted()
  return `# ruff: noqa: I001
"""The types of what both services take and answer, each by one name."""

${imports.join('\n')}

__all__ = [
${all.join('')}]
`
}
