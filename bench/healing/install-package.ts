import { execFile } from 'node:child_process'
import { access, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Installs a version of a package without running its scripts, unless an earlier run did, and returns its folder.
 *
 * @param beside further packages in the same folder, such as `jquery@3.7.1`
 */
export async function installPackage(name: string, version: string, beside: string[] = []): Promise<string> {
  const wanted = [`${name}@${version}`, ...beside]
  const prefix = path.resolve('.data/bench/healing', wanted.join('+'))
  const marker = path.join(prefix, '.installed')
  const isThere = await access(marker).then(
    () => true,
    () => false,
  )
  if (!isThere) {
    await mkdir(prefix, { recursive: true })
    await writeFile(path.join(prefix, 'package.json'), '{ "private": true }')
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--no-save']
    await run('npm', ['install', '--prefix', prefix, ...options, ...wanted], {
      // In another directory npm would install a folder that has the name of the package.
      cwd: prefix,
      timeout: 300_000,
    })
    await writeFile(marker, '')
  }
  return path.join(prefix, 'node_modules', name)
}
