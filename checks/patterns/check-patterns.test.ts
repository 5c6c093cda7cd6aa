import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkPatterns } from './check-patterns.ts'
import { findBacktracking } from './find-backtracking.ts'

let root: string

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'patterns-'))
})
afterAll(() => rm(root, { recursive: true }))

async function check(code: string, sources: { loaded?: string[]; reviewed?: Record<string, string> } = {}) {
  await mkdir(path.join(root, 'src'), { recursive: true })
  // A module is loaded once, so each needs its own name.
  const file = `src/planted-${Math.random().toString(36).slice(2)}.ts`
  await writeFile(path.join(root, file), code)
  const { loaded = [], reviewed = {} } = sources
  const named = {
    loaded: loaded.map(() => file),
    reviewed: Object.fromEntries(Object.keys(reviewed).map((key) => [file, reviewed[key]!])),
  }
  return (await checkPatterns({ root, files: [file], ...named })).issues
}

it.each([
  ['(a+)+$', 'exponential'],
  [String.raw`(?:[.,!?]\s*(?:please|thanks)|\s+please|[\s.,:!?]+)+$`, 'exponential'],
  [String.raw`\s+$`, 'quadratic'],
  [String.raw`^(.+?)\s+(?:called|named)\s+(.+)$`, 'quadratic'],
])('a planted pattern is found: %s', async (source, degree) => {
  expect(findBacktracking({ source, flags: 'i' })).toContain(degree)
  expect(await check(`export const planted = /${source}/i\n`)).toEqual([expect.stringContaining(degree)])
})

it('a pattern that takes linear time is no issue', async () => {
  expect(await check(String.raw`export const fine = /^[a-z]+(?:-[a-z]+)*$/u`)).toEqual([])
})

it('a composed pattern has to be loaded or reviewed', async () => {
  const code = "const part = '(a+)+'\nexport const planted = new RegExp(part + '$')\n"
  expect(await check(code)).toEqual([expect.stringContaining('composes a regular expression')])
  expect(await check(code, { reviewed: { it: 'the reason' } })).toEqual([])
  expect(await check(code, { loaded: ['it'] })).toEqual([expect.stringContaining('exponential')])
})
