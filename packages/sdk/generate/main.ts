import { mkdir, writeFile } from 'node:fs/promises'
import { generatedFolder, generateSources } from './generate-sources.ts'
import { generatePython, pythonFolder } from './python/generate-python.ts'

await writeAll(generatedFolder, await generateSources())
await writeAll(pythonFolder, await generatePython())

async function writeAll(folder: URL, sources: Record<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, source] of Object.entries(sources)) await writeFile(new URL(name, folder), source)
}
