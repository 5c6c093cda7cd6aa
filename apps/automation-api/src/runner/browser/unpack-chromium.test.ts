import { execFile } from 'node:child_process'
import { access, chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { unpackChromium } from './unpack-chromium.ts'

let parent: string
// The browser is 200 MB, and inflated by one processor.
const atLength = { timeout: 60_000 }

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'waypost-unpack-'))
})

afterEach(() => rm(parent, { recursive: true, force: true }))

// Each in a process of its own, as when the runner and a test start together on a new machine.
async function unpackInNewProcess(): Promise<string> {
  const module = new URL('unpack-chromium.ts', import.meta.url).href
  const script = `console.log(await (await import(${JSON.stringify(module)})).unpackChromium(${JSON.stringify(parent)}))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return stdout.trim()
}

it(
  'gives several processes that start at the same time one complete directory and leaves nothing else behind',
  atLength,
  async () => {
    const directories = await Promise.all([unpackInNewProcess(), unpackInNewProcess()])
    expect(new Set(directories).size).toBe(1)
    const [directory] = directories
    expect(await readdir(parent)).toEqual([directory.slice(parent.length + 1)])
    await access(join(directory, 'al2023', 'lib', 'libnss3.so'))
    await access(join(directory, 'fonts.conf'))
    const { stdout } = await promisify(execFile)(join(directory, 'chromium'), ['--version'], {
      env: { LD_LIBRARY_PATH: join(directory, 'al2023', 'lib') },
    })
    expect(stdout).toMatch(/^Chromium \d+/)
  },
)

it('unpacks nothing a second time', atLength, async () => {
  const directory = await unpackChromium(parent)
  await rm(join(directory, 'fonts.conf'))
  expect(await unpackChromium(parent)).toBe(directory)
  await expect(access(join(directory, 'fonts.conf'))).rejects.toThrow('ENOENT')
})

it('unpacks again when the browser has been cleaned away', atLength, async () => {
  const directory = await unpackChromium(parent)
  await rm(join(directory, 'chromium'))
  await unpackChromium(parent)
  await access(join(directory, 'chromium'))
})

it.runIf(process.getuid?.() === 0)(
  'does not trust a directory that another user put there',
  atLength,
  async () => {
    await chown(await unpackChromium(parent), 12_345, 12_345)
    await expect(unpackChromium(parent)).rejects.toThrow('belongs to another user')
  },
)
