import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { findMigrationHazards } from '@waypost/postgres'
import { expect, test } from 'vitest'
import { serviceDatabases } from '../../../operator/databases.ts'

const databases = serviceDatabases({ automation: '', alias: '', accounts: '' })
const directories = [
  ...new Set(databases.flatMap(({ database }) => database.sets.map((set) => set.directory))),
]
const files = (
  await Promise.all(
    directories.map(async (directory) =>
      (await readdir(directory)).map((file) => path.relative(process.cwd(), path.join(directory, file))),
    ),
  )
).flat()

test.each(files)('%s can be applied while replicas of the previous version run', async (file) => {
  expect(findMigrationHazards(await readFile(file, 'utf8'))).toEqual([])
})

test('the files of a migration set have unique numbers, and are only SQL', () => {
  for (const directory of new Set(files.map((file) => path.dirname(file)))) {
    const names = files.filter((file) => path.dirname(file) === directory).map((file) => path.basename(file))
    for (const name of names) expect(name).toMatch(/^\d{4}-[a-z0-9-]+\.sql$/)
    expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length)
  }
})
