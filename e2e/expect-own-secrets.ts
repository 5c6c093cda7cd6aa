import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

/** A command, and what it has said so far. */
export interface Run {
  child: ChildProcess
  output: () => string
}

const secretsOf: Record<string, string[]> = {
  'dist/dashboard/main.js': ['ENCRYPTION_KEYS'],
  'dist/automation-api/main.js': ['ADMIN_TOKEN', 'ENCRYPTION_KEYS', 'WEBHOOK_FALLBACK_SECRET'],
  'dist/automation-runner/main.js': ['ENCRYPTION_KEYS'],
  'dist/alias-api/main.js': ['ADMIN_TOKEN', 'ENCRYPTION_KEYS'],
  'dist/alias-mail/main.js': ['ENCRYPTION_KEYS'],
  'dist/dispatcher/main.js': ['ENCRYPTION_KEYS'],
}

/**
 * Each process has its own login and its own secrets; started by root from a directory that other users can enter, a
 * user of its own besides.
 */
export function expectOwnSecretsOnly({ child, output }: Run): void {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')
  const seen = children.map((pid) => {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    const variables = new Map(
      readFileSync(`/proc/${pid}/environ`, 'utf8')
        .split('\0')
        .map((line) => [line.split('=', 1)[0]!, line.slice(line.indexOf('=') + 1)] as const),
    )
    const entry = Object.keys(secretsOf).find((name) => command.includes(name))
    const uid = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]
    const names = [...variables.keys()].filter((name) => /KEYS|TOKEN|SECRET/.test(name)).toSorted()
    return { entry, names, uid, login: URL.parse(variables.get('DATABASE_URL') ?? '')?.username }
  })
  const processes = seen.filter(({ entry }) => entry !== undefined)
  expect(processes).toHaveLength(6)
  for (const { entry, names } of processes)
    expect({ entry, names }).toEqual({ entry, names: secretsOf[entry!] })
  expect(new Set(processes.map(({ login }) => login)).size).toBe(6)
  if (process.getuid?.() === 0 && !output().includes('The processes run as root')) {
    expect(new Set(processes.map(({ uid }) => uid)).size).toBe(6)
    expect(processes.map(({ uid }) => uid)).not.toContain('0')
  }
}
