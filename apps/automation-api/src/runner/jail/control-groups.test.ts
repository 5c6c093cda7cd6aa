import { existsSync, readFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { waitFor } from '@waypost/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type ControlGroup,
  type ControlGroups,
  findControlGroups,
  type GroupLimits,
  limitsAround,
} from './control-groups.ts'
import { listTree, openTestPool } from './test-jail.ts'
import { findJail } from './find-jail.ts'

const groups = findControlGroups()
const jail = await findJail()

const opener =
  ({ open }: ControlGroups) =>
  (limits: GroupLimits) => {
    const group = open(limits)
    onTestFinished(group.end)
    return { group, directory: directoryOf(group) }
  }
const directoryOf = ({ enter }: ControlGroup) => dirname(enter.at(-1)!)

function start(group: ControlGroup, script: string) {
  const [command, ...args] = [...group.enter, 'sh', '-c', script]
  return spawn(command, args, { stdio: 'ignore' })
}

const read = (directory: string, file: string) => readFileSync(`${directory}/${file}`, 'utf8').trim()
const pidsIn = (directory: string) => read(directory, 'cgroup.procs').split('\n').filter(Boolean).map(Number)

// Where the system lets this process make none, the runner says so at its start.
if (typeof groups === 'object')
  describe('a control group', () => {
    const open = opener(groups)

    test('has the process that is started in it, and all that this one starts, even outside of its session', async () => {
      const { group, directory } = open(limitsAround({ memoryMebibytes: 256, diskMebibytes: 16 }))
      start(group, 'setsid sleep 60 & sleep 60')
      await waitFor('both', () => pidsIn(directory).length === 3)
    })

    test('ends with every process in it', async () => {
      const { group, directory } = open(limitsAround({ memoryMebibytes: 256, diskMebibytes: 16 }))
      const child = start(group, 'trap "" TERM; setsid sleep 60 & sleep 60')
      const exit = once(child, 'exit')
      await waitFor('all', () => pidsIn(directory).length === 3)
      await group.end()
      expect(await exit).toEqual([null, 'SIGKILL'])
      expect(existsSync(directory)).toBe(false)
    })

    test('has passed no limit while its processes use little', async () => {
      const { group } = open(limitsAround({ memoryMebibytes: 256, diskMebibytes: 16 }))
      await once(start(group, 'true'), 'exit')
      expect(group.findExcess()).toBeUndefined()
    })

    test('tells what all its processes use, and have used that are gone', async () => {
      const { group, directory } = open(limitsAround({ memoryMebibytes: 256, diskMebibytes: 16 }))
      start(group, '(n=0; while [ $n -lt 300000 ]; do n=$((n+1)); done); sleep 60 & sleep 60')
      await waitFor('both', () => pidsIn(directory).length === 3)
      const { pids, memoryBytes, cpuSeconds } = group.readUse()
      expect(pids).toEqual(pidsIn(directory))
      expect(memoryBytes).toBeGreaterThan(3 * 50_000)
      expect(cpuSeconds).toBeGreaterThan(0.01)
    })

    const { controllers } = groups

    if (controllers.includes('memory'))
      test('ends whole when its processes use more memory than its limit', async () => {
        const { group } = open({ memoryMebibytes: 32, tasks: 100 })
        const child = start(group, 'sleep 60 & head -c 200000000 /dev/zero | tail -c 200000000')
        expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
        expect(group.findExcess()).toBe('memory')
      })

    if (controllers.includes('pids'))
      test('starts no process beyond its limit', async () => {
        const { group } = open({ memoryMebibytes: 256, tasks: 4 })
        await once(start(group, 'for n in 1 2 3 4 5 6; do sleep 60 & done'), 'exit')
        expect(group.findExcess()).toBe('tasks')
      })

    if (controllers.includes('cpu'))
      test('gets less of a busy processor than others', () => {
        const { directory } = open({ memoryMebibytes: 256, tasks: 100 })
        expect(read(directory, 'cpu.weight')).toBe('25')
      })
  })

if (typeof groups === 'object' && typeof jail === 'object')
  test('each browser is in a group of its own with all its processes, which is gone after it', async () => {
    const pool = openTestPool()
    onTestFinished(() => pool.close())
    const [run, other] = await Promise.all([pool.openRun(), pool.openRun()])
    await Promise.all([run.context.newPage(), other.context.newPage()])
    const directory = directoryOf(run.group!)
    expect(pidsIn(directory)).toEqual(expect.arrayContaining(listTree(run.pid!).map(({ pid }) => pid)))
    expect(pidsIn(directoryOf(other.group!))).not.toContain(run.pid)
    await run.close()
    expect(existsSync(directory)).toBe(false)
  })

test('the reason is told where there are none', () => {
  expect(findControlGroups('/proc/1')).toMatch(/^no control groups: .*\/proc\/1/)
})
