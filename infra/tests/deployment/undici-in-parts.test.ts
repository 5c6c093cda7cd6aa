import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { undiciInParts } from '../../bundles/undici-in-parts.ts'
import { bundleProgram } from './bundle-program.ts'

test('a bundled client of undici sends requests', async () => {
  const server = createServer((_request, response) => response.end('answered'))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const file = await bundleProgram(
    'packages/egress',
    `
    import { Agent } from 'undici'
    const agent = new Agent()
    const { body } = await agent.request({ origin: ${JSON.stringify(url)}, path: '/', method: 'GET' })
    console.log(await body.text())
    await agent.close()`,
    undiciInParts,
  )
  expect((await promisify(execFile)(process.execPath, [file])).stdout).toBe('answered\n')
})

test('a bundle that only connects has no client of undici', async () => {
  const file = await bundleProgram(
    'packages/egress',
    `
    import { errors } from 'undici'
    console.log(errors.ConnectTimeoutError.name)`,
    undiciInParts,
  )
  expect(await readFile(file, 'utf8')).not.toContain('llhttp')
  expect((await promisify(execFile)(process.execPath, [file])).stdout).toBe('ConnectTimeoutError\n')
})
