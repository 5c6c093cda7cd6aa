import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { chooseProcessUsers, launchAs } from './process-users.ts'

interface Seen {
  uid: number
  gid: number
  groups: number[]
  file: string
  capabilities: string
  parentEnvironment: string
}

const probe = `
  import { readFileSync } from 'node:fs'
  const tryTo = (read) => { try { return read() } catch (error) { return error.code } }
  process.send({
    uid: process.getuid(), gid: process.getgid(), groups: process.getgroups(),
    file: import.meta.dirname,
    capabilities: /CapEff:\\s*(\\w+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1],
    parentEnvironment: tryTo(() => readFileSync('/proc/' + process.ppid + '/environ', 'utf8')),
  })
  process.disconnect()`

/** A checkout below a directory with this mode. */
async function makeCheckout(mode: number): Promise<{ directory: string; script: string }> {
  const outer = await mkdtemp(path.join(tmpdir(), 'waypost-checkout-'))
  onTestFinished(() => rm(outer, { recursive: true }))
  const directory = path.join(outer, 'checkout')
  await mkdir(path.join(directory, 'stack'), { recursive: true })
  await chmod(outer, mode)
  await copyFile(new URL('process-users.ts', import.meta.url), path.join(directory, 'stack/process-users.ts'))
  const script = path.join(directory, 'probe.mjs')
  await writeFile(script, probe)
  return { directory, script }
}

async function start(script: string, user: Parameters<typeof launchAs>[0]): Promise<Seen> {
  const launch = launchAs(user, script)
  const child = fork(launch.script, { ...launch.options, env: { PATH: process.env['PATH'] } })
  const [seen] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`it ended with ${code}`)
    }),
  ])) as [Seen]
  return seen
}

const mayMount =
  process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true'], { stdio: 'ignore' }).status === 0

describe.runIf(mayMount)('a process that root starts', () => {
  test.each([
    ['that everybody may enter', 0o755],
    ['that only root may enter', 0o700],
  ])('has a user of its own and no right of root, from a directory %s', async (_kind, mode) => {
    const { directory, script } = await makeCheckout(mode)
    const said: string[] = []
    const users = chooseProcessUsers(directory, (line) => said.push(line))
    const seen = await Promise.all([0, 1].map((index) => start(script, users.userOf(index)!)))
    users.close()
    expect(said).toEqual([])
    expect(new Set(seen.map(({ uid }) => uid)).size).toBe(2)
    for (const { uid, gid, groups, capabilities, parentEnvironment } of seen) {
      expect(uid).toBeGreaterThan(1000)
      expect([gid, ...groups].every((each) => each === uid)).toBe(true)
      expect(capabilities).toBe('0000000000000000')
      expect(parentEnvironment).toBe('EACCES')
    }
  })

  test('sees a directory that only root may enter at a place where nobody else sees it', async () => {
    const { directory, script } = await makeCheckout(0o700)
    const users = chooseProcessUsers(directory, () => {})
    const user = users.userOf(0)!
    const { file } = await start(script, user)
    expect(file).toBe(user.mount!.at)
    expect(readdirSync(file)).toEqual([])
    users.close()
  })
})

test('whoever is not root starts processes as themselves', () => {
  const getuid = process.getuid
  onTestFinished(() => void (process.getuid = getuid!))
  process.getuid = () => 1000
  expect(chooseProcessUsers('/', () => {}).userOf(0)).toBeUndefined()
})
