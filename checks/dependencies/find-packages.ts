import { existsSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'

export interface InstalledPackage {
  name: string
  version: string
  /** The licence in the package's manifest, usually an SPDX expression. */
  licence: string
  directory: string
}

interface Manifest {
  name: string
  version: string
  license?: string | { type: string }
  licenses?: { type: string }[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Finds every run-time dependency of these directories. Packages for other machines are not installed. */
export function findRuntimePackages(directories: string[]): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>()
  const queue = directories.map((directory) => realpathSync(directory))
  const seen = new Set(queue)
  for (let directory = queue.pop(); directory !== undefined; directory = queue.pop()) {
    const manifest = readManifest(directory)
    if (directory.includes(`${path.sep}node_modules${path.sep}`))
      found.set(directory, {
        name: manifest.name,
        version: manifest.version,
        licence: licenceOf(manifest),
        directory,
      })
    const optional = Object.keys(manifest.optionalDependencies ?? {})
    for (const name of [...Object.keys(manifest.dependencies ?? {}), ...optional]) {
      const dependency = resolve(directory, name)
      if (dependency === undefined && !optional.includes(name))
        throw new Error(`${manifest.name} needs ${name}, which is not installed`)
      if (dependency === undefined || seen.has(dependency)) continue
      seen.add(dependency)
      queue.push(dependency)
    }
  }
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

const readManifest = (directory: string) =>
  JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8')) as Manifest

/** Finds a package as Node does: in the nearest `node_modules` upwards. */
function resolve(from: string, name: string): string | undefined {
  for (let directory = from; ; directory = path.dirname(directory)) {
    const candidate = path.join(directory, 'node_modules', name)
    if (existsSync(path.join(candidate, 'package.json'))) return realpathSync(candidate)
    if (directory === path.dirname(directory)) return undefined
  }
}

function licenceOf({ license, licenses }: Manifest): string {
  if (typeof license === 'string') return license
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'none'
}
