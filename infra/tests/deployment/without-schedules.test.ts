import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { withoutSchedules } from '../../bundles/without-schedules.ts'
import { bundleProgram } from './bundle-program.ts'

test('a bundled pg-boss says that it has no schedules, and has none of their libraries', async () => {
  const program = `
    import { PgBoss } from 'pg-boss'
    const boss = new PgBoss('postgres://nobody@127.0.0.1:1/none')
    for (const expression of ['* * * * *', 'FREQ=DAILY'])
      console.log(await boss.schedule('queue', expression).catch((error) => error.message))`
  const file = await bundleProgram('packages/postgres', program, withoutSchedules)
  const { stdout } = await promisify(execFile)(process.execPath, [file])
  expect(stdout).toBe('The schedules of pg-boss are not in this bundle\n'.repeat(2))
  expect(await readFile(file, 'utf8')).not.toMatch(/luxon|temporal-polyfill/)
})
