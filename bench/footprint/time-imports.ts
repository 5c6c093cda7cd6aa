import { spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import type { BundledProcess } from '../../infra/bundles/processes.ts'
import { bundleOf } from '../../stack/bundle-processes.ts'

const times = 9

/** From the start of a process until everything is imported, in ms: without a setting, the first thing that it does is to end. */
export async function timeImports(name: BundledProcess): Promise<number> {
  return timeNode([bundleOf(name)], 1)
}

/** Of Node without a program. */
export async function timeBareStart(): Promise<number> {
  return timeNode(['--eval', ''], 0)
}

/** The shortest, since what else runs on the machine only makes it longer. */
function timeNode(words: string[], expectedCode: number): number {
  const tookMs = Array.from({ length: times }, () => {
    const startedAt = performance.now()
    const { status, stderr } = spawnSync(process.execPath, words, { env: {}, encoding: 'utf8' })
    if (status !== expectedCode) throw new Error(`${words.join(' ')} ended with ${status}:\n${stderr}`)
    return performance.now() - startedAt
  })
  return Math.min(...tookMs)
}
