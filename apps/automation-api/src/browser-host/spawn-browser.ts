import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { endProcess } from '../runner/browser/end-process.ts'
import type { FoundChromium } from '../runner/browser/find-chromium.ts'
import { isolationArguments } from '../runner/browser/launch-arguments.ts'
import type { RunBounds } from '../runner/jail/bound-use.ts'
import { type ControlGroup, limitsAround } from '../runner/jail/control-groups.ts'
import type { Jail } from '../runner/jail/find-jail.ts'
import { jailCommand, jailTempDirectory } from '../runner/jail/jail-command.ts'
import { hostArguments } from './host-arguments.ts'

/** A browser that is driven over a pipe, in messages that end with a zero byte. */
export interface PipedBrowser {
  process: ChildProcess
  group: ControlGroup | undefined
  input: Writable
  output: Readable
  /** Ends all its processes, and removes what it has stored. */
  end(): Promise<void>
}

export interface SpawnOptions {
  found: FoundChromium
  jail: Jail | string
  heapMegabytes: number
  diskMebibytes: number
  bounds: RunBounds
}

/** @param proxyHost the only host that the browser knows */
export async function spawnBrowser(
  { found, jail, heapMegabytes, diskMebibytes, bounds }: SpawnOptions,
  proxyHost: string,
): Promise<PipedBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'waypost-browser-'))
  const group =
    typeof jail === 'string'
      ? undefined
      : jail.groups?.open(limitsAround({ memoryMebibytes: bounds.memoryMebibytes, diskMebibytes }))
  const words = typeof jail === 'string' ? [] : jailCommand(jail, found, { diskMebibytes, group })
  const isRoot = process.getuid?.() === 0 && words.length === 0
  const child = spawn(
    join(import.meta.dirname, '../runner/browser/launch-chromium.sh'),
    [
      ...hostArguments,
      ...isolationArguments({ heapMegabytes, proxyHost }),
      `--user-data-dir=${words.length > 0 ? join(jailTempDirectory, 'profile') : profile}`,
      // Chromium's sandbox does not work for root. Any other user gets the sandbox or no browser.
      ...(isRoot ? ['--no-sandbox'] : []),
    ],
    {
      env: {
        ...found.env,
        CHROMIUM: found.executablePath,
        JAIL: words.join('\n'),
        PID_FILE: join(profile, 'pid'),
      },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      // A process group of its own, with which it ends.
      detached: true,
    },
  )
  const [, , , input, output] = child.stdio as [null, null, null, Writable, Readable]
  for (const stream of [input, output]) stream.on('error', () => {})
  return {
    process: child,
    group,
    input,
    output,
    async end() {
      if (child.pid !== undefined) endProcess(child.pid)
      await group?.end()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
