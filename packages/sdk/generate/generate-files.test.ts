import { glob, readFile } from 'node:fs/promises'
import { aliasChannel, automationEventNames } from '@waypost/webhooks'
import { beforeAll, expect, test } from 'vitest'
import { generatedFolders, generateFiles, repository } from './generate-files.ts'

let files: Map<string, string>

beforeAll(async () => {
  files = await generateFiles()
})

test('the OpenAPI documents and the generated files match the services and their events', async () => {
  const stale = []
  for (const [path, text] of files)
    if ((await readFile(new URL(path, repository), 'utf8').catch(() => undefined)) !== text) stale.push(path)
  expect(stale, 'run `npx --yes pnpm@12 generate`').toEqual([])
})

test('files that are no longer generated are deleted', async () => {
  const wanted = [...files.keys()]
  for (const folder of generatedFolders)
    for await (const path of glob(`${folder}/**/*.{json,ts,py}`, { cwd: repository }))
      expect(wanted).toContain(path)
})

test('there is a type for each of the 32 events', () => {
  const source = files.get('packages/sdk/src/generated/webhook-events.ts')
  const names = new Set([...automationEventNames, ...Object.keys(aliasChannel.events)])
  expect(names.size).toBe(32)
  for (const name of names) expect(source).toContain(`  '${name}': {\n`)
})

test('the blocking Python client contains no await', () => {
  for (const [path, text] of files) {
    if (!path.includes('/_sync/')) continue
    expect(text.replace(/^.*\n/, ''), path).not.toMatch(/async |await |asyncio|Async/)
  }
})
