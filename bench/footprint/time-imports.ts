import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { environmentOf, type BundledProcess } from '../../infra/bundles/processes.ts'
import { bundleOf } from '../../stack/bundle-processes.ts'

const times = 9

/** From the start of a process until everything is imported, in ms. */
export interface ImportTimes {
  /** With the code that a process has compiled before, as in the images, and with `start` from the second time on. */
  compiled: number
  /** The first time. */
  uncompiled: number
}

/** Without a setting, the first thing that a process does is to end. */
export function timeImports(name: BundledProcess): ImportTimes {
  const compileCache = mkdtempSync(path.join(tmpdir(), 'footprint-'))
  const timeOnce = (env: Record<string, string>) =>
    timeNode([bundleOf(name)], 1, { ...env, ...environmentOf(name) })
  try {
    const uncompiled = shortest(() => timeOnce({}))
    timeOnce({ NODE_COMPILE_CACHE: compileCache })
    return { uncompiled, compiled: shortest(() => timeOnce({ NODE_COMPILE_CACHE: compileCache })) }
  } finally {
    rmSync(compileCache, { recursive: true })
  }
}

/** Of Node without a program. */
export const timeBareStart = (): number => shortest(() => timeNode(['--eval', ''], 0, {}))

/** What else runs on the machine only makes it longer. */
const shortest = (time: () => number): number => Math.min(...Array.from({ length: times }, time))

function timeNode(words: string[], expectedCode: number, env: Record<string, string>): number {
  const startedAt = performance.now()
  const { status, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' })
  if (status !== expectedCode) throw new Error(`${words.join(' ')} ended with ${status}:\n${stderr}`)
  return performance.now() - startedAt
}
