import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { onTestFinished } from 'vitest'
import { keepPlaces } from '../../bundles/keep-places.ts'

/**
 * Bundles a program as the processes are bundled.
 *
 * @param location of the app or package whose dependencies it uses, from the root of the repository
 */
export async function bundleProgram(location: string, program: string, plugin: Plugin): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'bundle-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const entry = path.join(import.meta.dirname, '../../..', location, 'src/entry.ts')
  const given: Plugin = {
    name: 'given',
    load: (id) => (id === entry ? program : undefined),
    resolveId: (id) => (id === entry ? id : undefined),
  }
  const built = await rolldown({
    input: entry,
    platform: 'node',
    plugins: [given, keepPlaces(directory), plugin],
  })
  const file = path.join(directory, 'main.mjs')
  await built.write({ file, format: 'esm', codeSplitting: false })
  return file
}
