import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { expect, onTestFinished, test } from 'vitest'
import { undiciInParts } from '../../bundles/undici-in-parts.ts'

/** Bundles a program of a package that depends on undici. */
async function bundle(program: string): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'bundle-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const entry = path.join(import.meta.dirname, '../../../packages/egress/src/entry.ts')
  const built = await rolldown({
    input: entry,
    platform: 'node',
    plugins: [
      {
        name: 'entry',
        load: (id) => (id === entry ? program : undefined),
        resolveId: (id) => (id === entry ? id : undefined),
      },
      undiciInParts,
    ],
  })
  const file = path.join(directory, 'main.mjs')
  await built.write({ file, format: 'esm' })
  return file
}

test('a bundled client of undici sends requests', async () => {
  const server = createServer((_request, response) => response.end('answered'))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const file = await bundle(`
    import { Agent } from 'undici'
    const agent = new Agent()
    const { body } = await agent.request({ origin: ${JSON.stringify(url)}, path: '/', method: 'GET' })
    console.log(await body.text())
    await agent.close()`)
  expect((await promisify(execFile)(process.execPath, [file])).stdout).toBe('answered\n')
})

test('a bundle that only connects has no client of undici', async () => {
  const file = await bundle(`
    import { errors } from 'undici'
    console.log(errors.ConnectTimeoutError.name)`)
  expect(await readFile(file, 'utf8')).not.toContain('llhttp')
  expect((await promisify(execFile)(process.execPath, [file])).stdout).toBe('ConnectTimeoutError\n')
})
