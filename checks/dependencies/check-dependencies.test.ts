import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDependencies, checkOrigins } from './check-dependencies.ts'
import { findRuntimePackages } from './find-packages.ts'
import { isPermissive, mayRun } from './licence-policy.ts'

const store = (name: string) => `node_modules/.pnpm/${name}@1.0.0/node_modules/${name}`
const origins = (resolution: string) => checkOrigins(`packages: { a@1: { resolution: ${resolution} } }`)

let root: string
const manifest = async (directory: string, content: object) => {
  await mkdir(path.join(root, directory), { recursive: true })
  await writeFile(path.join(root, directory, 'package.json'), JSON.stringify(content))
}

// The layout of pnpm: an app, a workspace package, and their dependencies in a separate store.
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'waypost-dependencies-'))
  await manifest('apps/shop', {
    name: 'shop',
    dependencies: { till: 'workspace:*', good: '1' },
    devDependencies: { tool: '1' },
  })
  await manifest('packages/till', { name: 'till', optionalDependencies: { absent: '1' } })
  await manifest(store('good'), {
    name: 'good',
    version: '1.0.0',
    license: 'MIT',
    dependencies: { deep: '1' },
  })
  await manifest(store('deep'), { name: 'deep', version: '1.0.0', license: 'AGPL-3.0-only' })
  await manifest(store('tool'), { name: 'tool', version: '1.0.0', license: 'GPL-3.0' })
  const link = async (from: string, to: string) => {
    await mkdir(path.dirname(path.join(root, from)), { recursive: true })
    await symlink(path.join(root, to), path.join(root, from))
  }
  await link('apps/shop/node_modules/till', 'packages/till')
  await link('apps/shop/node_modules/good', store('good'))
  await link('apps/shop/node_modules/tool', store('tool'))
  await link('node_modules/.pnpm/good@1.0.0/node_modules/deep', store('deep'))
  await writeFile(
    path.join(root, 'pnpm-lock.yaml'),
    "packages:\n  good@1.0.0: { resolution: { integrity: sha512-x } }\n  odd@1.0.0: { resolution: { tarball: 'https://elsewhere.example/odd.tgz' } }\n",
  )
})
afterAll(() => rm(root, { recursive: true }))

test('run-time packages are found at any depth, without build tools and packages for other machines', () => {
  expect(findRuntimePackages([path.join(root, 'apps/shop')]).map(({ name }) => name)).toEqual([
    'deep',
    'good',
  ])
})

test('a licence that requires more than its notice and a package from another source are reported', () => {
  expect(checkDependencies([path.join(root, 'apps/shop')], path.join(root, 'pnpm-lock.yaml'))).toEqual({
    count: 2,
    issues: [
      'deep 1.0.0 is AGPL-3.0-only, which may not be part of a process',
      'odd@1.0.0 is not from the registry with a checksum',
    ],
  })
})

test('a package with another source or without a checksum in the lockfile is reported', () => {
  expect(origins('{ integrity: sha512-x }')).toEqual([])
  expect(origins('{}')).toHaveLength(1)
  expect(origins('{ type: git, repo: r, commit: c }')).toHaveLength(1)
  expect(origins('{ integrity: sha512-x, tarball: t }')).toHaveLength(1)
})

test.each([
  ['MIT', true],
  ['OFL-1.1', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND Apache-2.0', true],
  ['MIT AND GPL-3.0-only', false],
  ['MIT OR GPL-3.0-only AND ISC', true],
  ['(MIT OR ISC) AND AGPL-3.0-only', false],
  ['EUPL-1.1+', false],
  ['LGPL-3.0', false],
  ['SEE LICENSE IN LICENSE', false],
  ['none', false],
  ['', false],
  ['(MIT', false],
])('%s: %s', (expression, isGood) => {
  expect(isPermissive(expression)).toBe(isGood)
})

test('a library of the LGPL is accepted by its name, and only with the licence that it had', () => {
  expect(mayRun('openpgp', 'LGPL-3.0+')).toBe(true)
  expect(mayRun('openpgp', 'GPL-3.0')).toBe(false)
  expect(mayRun('another', 'LGPL-3.0+')).toBe(false)
  expect(mayRun('another', 'MIT')).toBe(true)
})
