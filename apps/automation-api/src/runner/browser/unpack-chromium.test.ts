import { execFile } from 'node:child_process'
import { access, chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unpackChromium } from './unpack-chromium.ts'

// The browser has 200 MB and takes one processor a while to inflate, so the unpacked files are shared by links that
// cost nothing.
const parents: string[] = []
let unpacked: string[]

beforeAll(async () => {
  const parent = await makeParent()
  unpacked = await Promise.all([unpackInNewProcess(parent), unpackInNewProcess(parent)])
})

afterAll(async () => {
  for (const parent of parents) await rm(parent, { recursive: true, force: true })
})

async function makeParent(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'waypost-unpack-'))
  parents.push(parent)
  return parent
}

/** A parent directory with an unpacked browser. */
async function makeFull(): Promise<{ parent: string; directory: string }> {
  const parent = await makeParent()
  await promisify(execFile)('cp', ['-al', unpacked[0]!, parent])
  return { parent, directory: join(parent, basename(unpacked[0]!)) }
}

// Each in its own process, as when the runner and a test start together on a new machine.
async function unpackInNewProcess(parent: string): Promise<string> {
  const module = new URL('unpack-chromium.ts', import.meta.url).href
  const script = `console.log(await (await import(${JSON.stringify(module)})).unpackChromium(${JSON.stringify(parent)}))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return stdout.trim()
}

it('several processes that unpack at the same time get one complete directory and leave nothing else behind', async () => {
  expect(new Set(unpacked).size).toBe(1)
  const [directory] = unpacked as [string]
  expect(await readdir(dirname(directory))).toEqual([basename(directory)])
  await access(join(directory, 'al2023', 'lib', 'libnss3.so'))
  await access(join(directory, 'fonts.conf'))
  const { stdout } = await promisify(execFile)(join(directory, 'chromium'), ['--version'], {
    env: { LD_LIBRARY_PATH: join(directory, 'al2023', 'lib') },
  })
  expect(stdout).toMatch(/^Chromium \d+/)
})

it('nothing is unpacked twice', async () => {
  const { parent, directory } = await makeFull()
  await rm(join(directory, 'fonts.conf'))
  expect(await unpackChromium(parent)).toBe(directory)
  await expect(access(join(directory, 'fonts.conf'))).rejects.toThrow('ENOENT')
})

it('the browser is unpacked again after it was cleaned away', async () => {
  const { parent, directory } = await makeFull()
  await rm(join(directory, 'chromium'))
  expect(await unpackChromium(parent)).toBe(directory)
  await access(join(directory, 'chromium'))
})

it.runIf(process.getuid?.() === 0)('does not trust a directory that another user put there', async () => {
  const { parent, directory } = await makeFull()
  await chown(directory, 12_345, 12_345)
  await expect(unpackChromium(parent)).rejects.toThrow('belongs to another user')
})
