import { setTimeout } from 'node:timers/promises'
import { runStart } from '../../e2e/start-stack.ts'
import { cpuByProgram, memoryByProgram } from '../../harness/cpu-of.ts'
import { row, type Row } from '../../harness/report.ts'
import { processes, type BundledProcess } from '../../infra/bundles/processes.ts'
import { bundleProcesses } from '../../stack/bundle-processes.ts'
import { startBare } from './bare.ts'
import { timeBareStart, timeImports } from './time-imports.ts'

const settleSeconds = 20
const idleSeconds = 60

// The browser host is for clusters, and `start` has none.
const started = (Object.keys(processes) as BundledProcess[]).filter((name) => name !== 'browser-host')
const programs = {
  ...(Object.fromEntries(started.map((name) => [name, new RegExp(`/dist/${name}/main\\.js`)])) as Record<
    (typeof started)[number],
    RegExp
  >),
  'browsers that wait for runs': /chrom|bwrap/,
  'the launcher': /stack\/start\.ts/,
  bare: /--input-type=module/,
  postgres: /postgres/,
  other: /./,
}

/**
 * What the product takes when nobody uses it: how long each process imports, its memory, and the processor time of the
 * whole stack with its Postgres, beside Node with Fastify and pg, and a Postgres with one idle connection.
 */
export async function bench(say: (line: string) => void): Promise<Row[]> {
  await bundleProcesses(say)
  say('importing each process')
  const bareStartMs = timeBareStart()
  const rows: Row[] = []
  for (const name of started) {
    const { compiled, uncompiled } = timeImports(name)
    rows.push(
      row(`${name}, imported`, compiled, 'ms', { reference: bareStartMs, atMost: 500 }),
      row(`${name}, imported the first time`, uncompiled, 'ms', { reference: bareStartMs }),
    )
  }

  const bare = await startBare()
  let alone
  try {
    say(`the bare parts, for ${idleSeconds} s`)
    alone = await watch()
  } finally {
    await bare.stop()
  }
  const stack = await runStart()
  try {
    say(`the whole stack, for ${idleSeconds} s`)
    const { memory, memoryOnce, percent } = await watch()
    for (const name of started)
      rows.push(row(`${name}, memory`, memory[name], 'MiB', { reference: alone.memory.bare, atMost: 90 }))
    for (const name of ['browsers that wait for runs', 'the launcher', 'other'] as const)
      rows.push(row(`${name}, memory`, memory[name], 'MiB'))
    rows.push(
      row('postgres, memory, shared pages once', memoryOnce.postgres, 'MiB', {
        reference: alone.memoryOnce.postgres,
      }),
      row('all of it, memory, shared pages once', sum(memoryOnce), 'MiB'),
    )
    for (const name of [...started, 'browsers that wait for runs', 'the launcher', 'other'] as const)
      rows.push(row(`${name}, processor`, percent[name], '% of a core'))
    rows.push(
      row('postgres, processor', percent.postgres, '% of a core', { reference: alone.percent.postgres }),
      row('all of it, processor', sum(percent), '% of a core', {
        reference: sum(alone.percent),
        atMost: 2,
      }),
    )
    return rows
  } finally {
    await stack.stop()
  }
}

const sum = (all: Record<string, number>) => Object.values(all).reduce((one, other) => one + other, 0)

async function watch() {
  await setTimeout(settleSeconds * 1000)
  const before = await cpuByProgram(programs)
  await setTimeout(idleSeconds * 1000)
  const after = await cpuByProgram(programs)
  const names = Object.keys(programs) as (keyof typeof programs)[]
  const percent = Object.fromEntries(
    names.map((name) => [name, (after[name] - before[name]) / 10 / idleSeconds]),
  ) as typeof before
  return {
    memory: await memoryByProgram(programs, 'all'),
    memoryOnce: await memoryByProgram(programs, 'shared once'),
    percent,
  }
}
