import { mkdir, rm, writeFile } from 'node:fs/promises'
import { generatedFolders, generateFiles, repository } from './generate-files.ts'

const files = await generateFiles()
for (const folder of generatedFolders) await rm(new URL(folder, repository), { recursive: true, force: true })
for (const [path, text] of files) {
  const file = new URL(path, repository)
  await mkdir(new URL('.', file), { recursive: true })
  await writeFile(file, text)
}
