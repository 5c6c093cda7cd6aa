import { mkdir, writeFile } from 'node:fs/promises'
import { generatedFolder, generateSources } from './generate-sources.ts'

await mkdir(generatedFolder, { recursive: true })
for (const [name, source] of Object.entries(await generateSources()))
  await writeFile(new URL(name, generatedFolder), source)
