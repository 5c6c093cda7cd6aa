import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from './find-violations.ts'

const folders = ['apps', 'packages', 'bench', 'chaos', 'harness', 'stack']

let root: string
const write = async (file: string, content = '') => {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true })
  await writeFile(path.join(root, file), content)
}

// The layout of the repository, without violations.
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'waypost-walls-'))
  await write('packages/http/package.json', '{ "name": "@waypost/http", "exports": "./src/index.ts" }')
  await write('packages/http/src/index.ts', 'export const kit = 1\n')
  await write('packages/testing/src/index.ts', 'export const wait = 1\n')
  await write('node_modules/drizzle-orm/package.json', '{ "name": "drizzle-orm", "main": "index.js" }')
  await write('node_modules/drizzle-orm/index.js', 'export const eq = 1\n')
  await mkdir(path.join(root, 'node_modules/@waypost'), { recursive: true })
  await symlink(path.join(root, 'packages/http'), path.join(root, 'node_modules/@waypost/http'))
  await write('apps/shop/src/db/tables.ts', "import { eq } from 'drizzle-orm'\nexport const orders = eq\n")
  await write('apps/shop/src/orders/list-orders.ts', "export { orders } from '../db/tables.ts'\n")
  await write(
    'apps/shop/src/orders/order-routes.ts',
    "import { kit } from '@waypost/http'\nimport { orders } from './list-orders.ts'\nexport const routes = [kit, orders]\n",
  )
  await write('apps/till/src/main.ts', 'export const main = 1\n')
  await write('harness/report.ts', 'export const report = 1\n')
  await write('bench/run.ts', "import { report } from '../harness/report.ts'\nexport const run = report\n")
  await write('chaos/run.ts', "import { report } from '../harness/report.ts'\nexport const run = report\n")
  await write('stack/start.ts', 'export const start = 1\n')
})
afterAll(() => rm(root, { recursive: true }))

test('allowed imports are not reported', async () => {
  const { count, issues } = await findViolations(root, folders)
  expect(issues).toEqual([])
  expect(count).toBeGreaterThan(8)
})

describe('a planted import is found:', () => {
  test.each([
    ['apps-never-import-each-other', 'apps/till/src/planted.ts', '../../shop/src/db/tables.ts'],
    ['a-package-imports-packages-alone', 'packages/http/src/planted.ts', '../../../apps/till/src/main.ts'],
    ['a-package-imports-packages-alone', 'packages/http/src/planted.ts', '../../../stack/start.ts'],
    ['an-app-imports-packages-alone', 'apps/till/src/planted.ts', '../../../stack/start.ts'],
    ['bench-and-chaos-know-nothing-of-each-other', 'bench/planted.ts', '../chaos/run.ts'],
    ['bench-and-chaos-know-nothing-of-each-other', 'chaos/planted.ts', '../bench/run.ts'],
    ['harness-is-below-bench-and-chaos', 'harness/planted.ts', '../bench/run.ts'],
    ['routes-speak-http-only', 'apps/shop/src/orders/routes.ts', 'drizzle-orm'],
    ['routes-speak-http-only', 'apps/shop/src/orders/planted-routes.ts', 'drizzle-orm'],
    ['routes-speak-http-only', 'apps/shop/src/orders/planted-routes.ts', '../db/tables.ts'],
    ['what-runs-imports-no-tests', 'apps/till/src/planted.ts', '../../../packages/testing/src/index.ts'],
  ])('%s: %s → %s', async (rule, file, imported) => {
    await write(file, `import * as planted from '${imported}'\nexport const use = planted\n`)
    const { issues } = await findViolations(root, folders)
    await rm(path.join(root, file))
    expect(issues).toEqual([expect.stringMatching(`^${rule}: ${file} → `)])
  })

  test('a circular import, even of types only', async () => {
    await write('apps/till/src/one.ts', "import type { Two } from './two.ts'\nexport type One = Two | 1\n")
    await write('apps/till/src/two.ts', "import type { One } from './one.ts'\nexport type Two = One[]\n")
    const { issues } = await findViolations(root, folders)
    await Promise.all(['one', 'two'].map((name) => rm(path.join(root, `apps/till/src/${name}.ts`))))
    expect(issues.length).toBeGreaterThan(0)
    for (const issue of issues) expect(issue).toMatch(/^no-circles: apps\/till\/src\/(one|two)\.ts → /)
  })
})
