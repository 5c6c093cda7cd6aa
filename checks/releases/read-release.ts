import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Reads what the repository says of a release.
 *
 * @param tag such as `v1.2.3`
 * @returns what the changelog says of it
 * @throws where the SDKs have another version, or the changelog does not mention this one
 */
export function readRelease(root: string, tag: string): string {
  const version = /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1]
  if (version === undefined) throw new Error(`${tag} is not the tag of a release: v1.2.3 would be`)
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
  const versions = {
    'packages/sdk/package.json': (JSON.parse(read('packages/sdk/package.json')) as { version: string })
      .version,
    'sdks/python/src/waypost/user_agent.py': /^VERSION = "(.*)"$/m.exec(
      read('sdks/python/src/waypost/user_agent.py'),
    )?.[1],
  }
  for (const [file, found] of Object.entries(versions))
    if (found !== version) throw new Error(`${file} has the version ${found}, not ${version}`)
  const notes = read('CHANGELOG.md')
    .split(/^## /m)
    .find((section) => section.startsWith(`[${version}]`))
  if (notes === undefined) throw new Error(`CHANGELOG.md has no section [${version}]`)
  return notes.slice(notes.indexOf('\n')).trim()
}
