import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isAlive } from './is-alive.ts'

const everyMs = 1000
const packageManagers = new Set([
  'npx',
  'npm',
  'pnpm',
  'pnpx',
  'yarn',
  'corepack',
  'npx-cli.js',
  'npm-cli.js',
])

/**
 * Calls `onGone` once a command that launched this process has ended: of `npx --yes pnpm@12 start`, npx or pnpm. npx runs
 * pnpm in a shell, passes a SIGTERM on to that shell, and the shell ends without passing it on: pnpm and the stack would
 * remain. Started by node itself, a process has no launcher, and nothing is watched.
 */
export function watchLaunchers(onGone: () => void): void {
  const parent = process.ppid
  const launchers = findLaunchers(parent)
  if (launchers.length === 0) return
  const timer = setInterval(() => {
    // A parent that nobody has waited for can still be signalled, but is not the parent any more.
    if (process.ppid === parent && launchers.every(isAlive)) return
    clearInterval(timer)
    onGone()
  }, everyMs)
  timer.unref()
}

/** The package managers above this process, and the shells between them, nearest first. */
function findLaunchers(parent: number): number[] {
  const found: number[] = []
  const shells: number[] = []
  for (let pid = parent; pid > 0;) {
    const known = readProcess(pid)
    if (!known) break
    if (isPackageManager(known.command)) found.push(...shells.splice(0), pid)
    else if (isScriptShell(known.command)) shells.push(pid)
    else break
    pid = known.parent
  }
  return found
}

function isPackageManager([program = '', script = '']: string[]): boolean {
  return packageManagers.has(path.basename(program)) || packageManagers.has(path.basename(script))
}

function isScriptShell([program = '', option]: string[]): boolean {
  return /^(?:ba|da|z)?sh$/.test(path.basename(program)) && option === '-c'
}

function readProcess(pid: number): { parent: number; command: string[] } | undefined {
  try {
    // Linux without ps is common in containers, and only Linux has /proc.
    return process.platform === 'linux' ? readFromProc(pid) : askPs(pid)
  } catch {
    return undefined
  }
}

function readFromProc(pid: number): { parent: number; command: string[] } {
  // The second field is the program's name in parentheses, which may contain both spaces and parentheses.
  const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ')
  // npm replaces its arguments by a title with spaces.
  return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split(/[\0 ]+/) }
}

function askPs(pid: number): { parent: number; command: string[] } {
  const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' })
  const [parent, ...command] = line.trim().split(/\s+/)
  return { parent: Number(parent), command }
}
