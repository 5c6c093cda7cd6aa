import { readdir, readFile } from 'node:fs/promises'
import { aliasChannel, automationEventNames } from '@waypost/webhooks'
import { expect, test } from 'vitest'
import { generatedFolder, generateSources } from './generate-sources.ts'

test('what is generated is what the services and their events are now', async () => {
  const sources = await generateSources()
  expect((await readdir(generatedFolder)).toSorted()).toEqual(Object.keys(sources).toSorted())
  for (const [name, source] of Object.entries(sources))
    expect(await readFile(new URL(name, generatedFolder), 'utf8'), name).toBe(source)
})

test('there is a type for each of the 24 events', async () => {
  const source = await readFile(new URL('webhook-events.ts', generatedFolder), 'utf8')
  const names = [...automationEventNames, ...Object.keys(aliasChannel.events)]
  expect(names).toHaveLength(24)
  for (const name of names) expect(source).toContain(`  '${name}': {\n`)
})
