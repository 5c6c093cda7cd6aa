import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { findRuntimePackages } from './find-packages.ts'
import { mayRun } from './licence-policy.ts'

interface Lockfile {
  packages: Record<string, { resolution: { integrity?: string; tarball?: string; type?: string } }>
}

/**
 * Finds problems with dependencies: a licence at run time that requires more than its notice, or a package that does
 * not come from the registry with a checksum.
 *
 * @param directories of the packages that run
 * @param lockfile the path of pnpm-lock.yaml
 */
export function checkDependencies(
  directories: string[],
  lockfile: string,
): { count: number; issues: string[] } {
  const packages = findRuntimePackages(directories)
  const licences = packages
    .filter(({ name, licence }) => !mayRun(name, licence))
    .map(
      ({ name, version, licence }) => `${name} ${version} is ${licence}, which may not be part of a process`,
    )
  return { count: packages.length, issues: [...licences, ...checkOrigins(readFileSync(lockfile, 'utf8'))] }
}

/** Finds the packages of a lockfile whose content could change. */
export function checkOrigins(lockfile: string): string[] {
  const { packages } = parse(lockfile) as Lockfile
  return Object.entries(packages).flatMap(([name, { resolution }]) =>
    resolution.integrity !== undefined && resolution.tarball === undefined && resolution.type === undefined
      ? []
      : [`${name} is not from the registry with a checksum`],
  )
}
