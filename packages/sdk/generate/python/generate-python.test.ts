import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { generatePython, pythonFolder } from './generate-python.ts'

test('what is generated for Python is what the services and their events are now', async () => {
  for (const [name, source] of Object.entries(await generatePython()))
    expect(await readFile(new URL(name, pythonFolder), 'utf8'), name).toBe(source)
})
