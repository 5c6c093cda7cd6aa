import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRelease } from './read-release.ts'

let root: string
const write = async (file: string, text: string): Promise<void> => {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true })
  await writeFile(path.join(root, file), text)
}
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'waypost-release-'))
  await write('packages/sdk/package.json', '{ "version": "1.2.3" }')
  await write('sdks/python/src/waypost/user_agent.py', 'VERSION = "1.2.3"\nUSER_AGENT = ""\n')
  await write(
    'CHANGELOG.md',
    '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-01-01\n\n### Fixed\n\n- A fault.\n\n## [1.2.2]\n\n- Older.\n',
  )
})
afterAll(() => rm(root, { recursive: true }))

test('a release has the words of its section of the changelog', () => {
  expect(readRelease(root, 'v1.2.3')).toBe('### Fixed\n\n- A fault.')
})

test('a tag that is not a version, and one of another version than the packages have, are refused', () => {
  expect(() => readRelease(root, '1.2.3')).toThrow('1.2.3 is not the tag of a release')
  expect(() => readRelease(root, 'v1.2.4')).toThrow(
    'packages/sdk/package.json has the version 1.2.3, not 1.2.4',
  )
})

test('a version that only one SDK has, and one without a section of the changelog, are refused', async () => {
  await write('packages/sdk/package.json', '{ "version": "1.3.0" }')
  expect(() => readRelease(root, 'v1.3.0')).toThrow('user_agent.py has the version 1.2.3, not 1.3.0')
  await write('sdks/python/src/waypost/user_agent.py', 'VERSION = "1.3.0"\n')
  expect(() => readRelease(root, 'v1.3.0')).toThrow('CHANGELOG.md has no section [1.3.0]')
})
