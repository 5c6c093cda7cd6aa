import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findChromium } from './find-chromium.ts'

const PATH = process.env.PATH
let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'waypost-path-'))
  process.env.PATH = `${directory}:${PATH}`
})

afterEach(async () => {
  process.env.PATH = PATH
  await rm(directory, { recursive: true, force: true })
})

async function install(name: string, script: string): Promise<string> {
  const path = join(directory, name)
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
  return path
}

it('the configured path is preferred', async () => {
  await install('chromium-headless-shell', 'echo Chromium')
  expect((await findChromium({ executablePath: '/opt/mine' })).executablePath).toBe('/opt/mine')
})

it('a browser on PATH is used', async () => {
  const path = await install('chromium-headless-shell', 'echo Chromium')
  expect((await findChromium({})).executablePath).toBe(path)
})

it('a browser that does not run is skipped', async () => {
  const broken = await install(
    'chromium-headless-shell',
    'echo "requires the chromium snap to be installed" >&2; exit 1',
  )
  const working = await install('chromium', 'echo Chromium')
  expect((await findChromium({})).executablePath).not.toBe(broken)
  expect((await findChromium({})).executablePath).toBe(working)
})

it('the browser does not get this process’s environment', async () => {
  process.env.SECRET_OF_THE_RUNNER = 'secret'
  try {
    expect((await findChromium({})).env).not.toHaveProperty('SECRET_OF_THE_RUNNER')
  } finally {
    delete process.env.SECRET_OF_THE_RUNNER
  }
})
