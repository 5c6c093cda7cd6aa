import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCompileCache } from './open-compile-cache.ts'

let directory: string
beforeEach(async () => void (directory = await mkdtemp(path.join(tmpdir(), 'compiled-'))))
afterEach(() => rm(directory, { recursive: true }))

test('a bundle is compiled before its first start, and again when it has been replaced', async () => {
  const entry = path.join(directory, 'main.js')
  const runs = path.join(directory, 'runs')
  await writeFile(entry, `require('node:fs').appendFileSync(${JSON.stringify(runs)}, '.')`)
  const open = () => openCompileCache(directory, { name: 'dispatcher', entry, user: undefined })
  const cache = await open()
  expect(cache).toBe(path.join(directory, 'compiled-dispatcher'))
  expect(await readdir(cache!)).not.toEqual([])
  await open()
  expect(await readFile(runs, 'utf8')).toBe('.')

  const later = new Date(Date.now() + 1000)
  await utimes(entry, later, later)
  await open()
  expect(await readFile(runs, 'utf8')).toBe('..')
})

test('Playwright, which a runner imports later, is compiled with its bundle', async () => {
  const entry = path.join(directory, 'main.js')
  const runs = path.join(directory, 'runs')
  await writeFile(entry, '')
  const chunk = path.join(directory, 'playwright-core-1a2b.js')
  await writeFile(chunk, `require('node:fs').appendFileSync(${JSON.stringify(runs)}, '.')`)
  await openCompileCache(directory, { name: 'automation-runner', entry, user: undefined })
  expect(await readFile(runs, 'utf8')).toBe('.')
})
