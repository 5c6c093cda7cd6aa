import { execFile, type ExecFileException, execFileSync, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEgressPolicy } from '@waypost/egress'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRunProxy, type RunProxy } from '../browser/run-proxy.ts'
import { boundTree, usualBounds } from './bound-use.ts'
import { findJail } from './find-jail.ts'
import { jailCommand, jailTempDirectory } from './jail-command.ts'
import { createPrivateNetworks, type PrivateNetworks } from './private-networks.ts'
import { type Surroundings, takenOverVectors } from './taken-over-vectors.ts'

const jail = await findJail()
const reachOf = (listener: Server) => ({ listenOn: listener, calledAs: 'proxy', needsToken: false })
const bash = { executablePath: '/usr/bin/bash', env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } }

// What a page could do that has taken over Chromium with all its sandboxes: a shell stands in its place.
describe.runIf(typeof jail === 'object')('who has taken over the browser does not reach', () => {
  if (typeof jail === 'string') return
  let directory: string
  let outsideTemp: string
  let server: Server
  let networks: PrivateNetworks
  let proxies: RunProxy[]
  let networkPid: number
  let around: Surroundings
  let tried = 0
  let through = 0

  beforeAll(async () => {
    process.env.WAYPOST_TEST_SECRET = 'runner-secret'
    directory = await mkdtemp(join(tmpdir(), 'waypost-taken-over-'))
    await chmod(directory, 0o755)
    // What the scripts write outside of the jail goes with the directory.
    outsideTemp = join(directory, 'temp')
    await mkdir(outsideTemp)
    await chmod(outsideTemp, 0o777)
    const file = join(directory, 'file')
    await writeFile(file, 'secret', { mode: 0o644 })
    server = createServer((socket) => socket.on('error', () => {}).end('secret\n'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    networks = createPrivateNetworks(jail)
    const [own, other] = [await networks.take(), await networks.take()]
    const egress = { policy: createEgressPolicy({ allow: [] }) }
    proxies = [
      await startRunProxy(reachOf(own.listener), egress),
      await startRunProxy(reachOf(other.listener), egress),
    ]
    networkPid = own.pid
    const made = execFileSync('ipcmk', ['--shmem', '4096', '--mode', '0666'], { encoding: 'utf8' })
    around = {
      runner: process.pid,
      file,
      port: (server.address() as AddressInfo).port,
      otherProxy: (other.listener.address() as AddressInfo).port,
      sharedMemory: Number(/\d+/.exec(made)![0]),
      temp: jailTempDirectory,
    }
  })
  afterAll(async () => {
    delete process.env.WAYPOST_TEST_SECRET
    execFileSync('ipcrm', ['--shmem-id', String(around.sharedMemory)])
    await Promise.all(proxies.map((proxy) => proxy.close()))
    await networks.close()
    server.close()
    await rm(directory, { recursive: true })
    process.stdout.write(`${tried} tried, ${through} through\n`)
  })

  const answerOf = ([command, ...args]: string[], script: string): Promise<string> =>
    new Promise((resolve, reject) => {
      execFile(
        command!,
        [...args, '-c', script],
        { env: bash.env, cwd: directory, timeout: 120_000 },
        (error: ExecFileException | null, stdout, stderr) => {
          if (error?.code === 'ENOENT' || stderr.includes('bwrap:'))
            reject(new Error(stderr || error?.message))
          else resolve(stdout)
        },
      )
    })
  const inJail = () => [...jailCommand(jail, bash, { networkPid, diskMebibytes: 64 }), bash.executablePath]
  const outside = () => [...jail.asUser, bash.executablePath]

  test('a script in the jail runs to its end', async () => {
    expect(await answerOf(inJail(), 'echo begun; id -u; echo ended')).toBe('begun\n1000\nended\n')
  })

  test.each(takenOverVectors)('$name', async ({ script, worksOutside }) => {
    tried += 1
    const answer = await answerOf(inJail(), `${script(around)}; echo ended`)
    if (answer.includes('through')) through += 1
    expect(answer).toBe('ended\n')
    // Twice, because what a run leaves would be there for the next one only.
    expect(await answerOf(inJail(), `${script(around)}; echo ended`)).toBe('ended\n')
    if (worksOutside)
      expect(await answerOf(outside(), script({ ...around, temp: outsideTemp }))).toBe('through\n')
  })

  /** What runs in a jail until it is above a bound, and is ended then, as the runner does it. */
  async function runToBound(script: string, beside: () => Promise<void>): Promise<string> {
    // Of a low priority, as browsers are.
    const words = ['-n', '19', ...inJail(), '-c', script]
    const jailed = spawn('nice', words, { env: bash.env, cwd: directory, stdio: 'ignore', detached: true })
    const ended = once(jailed, 'exit')
    try {
      const reason = await waitFor('the bound', () => boundTree(usualBounds, jailed.pid!))
      await beside()
      return reason
    } finally {
      jailed.kill('SIGKILL')
      await ended
    }
  }

  test('the processes of others by a fork bomb: it ends whole with the bound’s name, and a neighbour notices nothing', async () => {
    tried += 1
    const marker = `waypost-bomb-${process.pid}`
    const script = `bomb() { bomb ${marker} | bomb ${marker} & }; bomb ${marker}; sleep 600`
    const reason = await runToBound(script, async () => {
      const neighbour = 'for n in 1 2 3 4 5; do (true | true) || exit; done; echo well'
      expect(await answerOf(inJail(), neighbour)).toBe('well\n')
    })
    expect(reason).toMatch(/^The run (started more than 150 processes|used more than 2048 MiB of memory)$/)
    await waitFor('its end', async () => (await answerOf(outside(), `pgrep -f ${marker}`)) === '')
  })

  test.each(['/tmp', '/dev/shm'])(
    'more of %s than its part: a full one ends it with the bound’s name',
    async (full) => {
      tried += 1
      const script = `head -c 80M /dev/zero > ${full}/large; exec sleep 600`
      expect(await runToBound(script, async () => {})).toBe('The run stored more than 64 MiB of files')
    },
  )

  test('anything after its end: what it has started ends with it', async () => {
    const marker = `${process.pid}${Date.now()}`.slice(-9)
    await answerOf(inJail(), `setsid nohup sleep ${marker} > /dev/null 2>&1 & sleep 0.2; echo ended`)
    await waitFor('its end', async () => (await answerOf(outside(), `pgrep -xf 'sleep ${marker}'`)) === '')
  })
})
