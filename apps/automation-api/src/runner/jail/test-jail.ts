import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { createEgressPolicy } from '@waypost/egress'
import { createBrowserPool, type BrowserPool } from '../browser/browser-pool.ts'
import { createBrowserSupply } from '../browser/browser-supply.ts'

/** For tests: browsers that reach sites of this machine. */
export const openTestPool = (): BrowserPool =>
  createBrowserPool({
    supply: createBrowserSupply(),
    egress: { policy: createEgressPolicy({ allow: ['127.0.0.0/8'] }) },
    timeoutMs: 60_000,
  })

/** A process as /proc shows it to this one. */
export interface SeenProcess {
  pid: number
  /** Of Chromium's own kinds, such as `renderer`; `browser` for the first, and the program's name for others. */
  kind: string
  parent: number
  uid: number
  /** 2 where a filter of system calls is on. */
  seccomp: number
  /** Its capabilities, in hexadecimal. */
  capabilities: string
  noNewPrivileges: boolean
}

export function listTree(root: number): SeenProcess[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => seeProcess(Number(name)) ?? [])
  const below = new Set([root])
  // Parents have been started before their children, but ids may begin again.
  for (let size = 0; size !== below.size;) {
    size = below.size
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid)
  }
  return all.filter(({ pid }) => below.has(pid))
}

function seeProcess(pid: number): SeenProcess | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? ''
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split(/[\0 ]/)
    const type = args.find((arg) => arg.startsWith('--type='))?.slice('--type='.length)
    const isBrowser = args.some((arg) => arg === '--remote-debugging-pipe')
    return {
      pid,
      kind: type ?? (isBrowser && !/(bwrap|sh)$/.test(program) ? 'browser' : program),
      parent: Number(field('PPid')),
      uid: Number(field('Uid')),
      seccomp: Number(field('Seccomp')),
      capabilities: field('CapEff'),
      noNewPrivileges: field('NoNewPrivs') === '1',
    }
  } catch {
    return undefined
  }
}

export const namespaceOf = (pid: number | 'self', kind: string): string =>
  readlinkSync(`/proc/${pid}/ns/${kind}`)
