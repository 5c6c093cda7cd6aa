import { mkdtemp, rm } from 'node:fs/promises'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { BrowserPool, BrowserRun } from '../browser/browser-pool.ts'
import { startPageServer, type PageServer } from '../page-server.ts'
import { findJail } from './find-jail.ts'
import { listTree, namespaceOf, openTestPool, type SeenProcess } from './test-jail.ts'

const sites = [1, 2, 3, 4, 5].map((number) => `127.0.1.${number}`)

let site: PageServer
let pool: BrowserPool
let run: BrowserRun
let tree: SeenProcess[]

beforeAll(async () => {
  site = await startPageServer(
    {
      '/': (_request, response) =>
        response
          .setHeader('content-type', 'text/html')
          .end(
            sites
              .map((host) => `<iframe src="${site.url.replace('127.0.0.1', host)}/frame"></iframe>`)
              .join(''),
          ),
      '/frame': 'a frame',
    },
    '0.0.0.0',
  )
  pool = openTestPool()
  run = await pool.openRun()
  await (await run.context.newPage()).goto(site.url)
  tree = listTree(run.pid!)
})
afterAll(() => Promise.all([pool.close(), site.close()]))

const net = (file: string) =>
  readFileSync(`/proc/${of('browser')[0]!.pid}/net/${file}`, 'utf8')
    .trim()
    .split('\n')
const of = (kind: string) => tree.filter((process) => process.kind === kind)

const jail = await findJail()

/** What the file descriptors of a process stand for. */
const openFilesOf = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)]
    } catch {
      // Closed meanwhile.
      return []
    }
  })

// Where this machine has no bubblewrap, the runner says so at its start.
describe.runIf(typeof jail === 'object')('the processes of a running page', () => {
  test('each site has a renderer of its own', () => {
    // And the page’s own.
    expect(of('renderer').length).toBeGreaterThanOrEqual(sites.length + 1)
  })

  test.each(['renderer', 'gpu-process'])('a %s runs under a filter of system calls', (kind) => {
    expect(of(kind).length).toBeGreaterThan(0)
    expect(new Set(of(kind).map(({ seccomp }) => seccomp))).toEqual(new Set([2]))
  })

  test('no process has a capability outside of its own user namespace, or can gain one', () => {
    for (const { kind, noNewPrivileges } of tree.filter(({ pid }) => pid !== run.pid))
      expect({ kind, noNewPrivileges }).toEqual({ kind, noNewPrivileges: true })
    for (const { kind, capabilities } of [
      ...of('browser'),
      ...of('renderer'),
      ...of('gpu-process'),
      ...of('utility'),
    ])
      expect({ kind, capabilities }).toEqual({ kind, capabilities: '0000000000000000' })
  })

  test.each(['user', 'pid', 'mnt', 'net', 'ipc', 'uts'])(
    'the browser has a %s namespace of its own',
    (kind) => {
      expect(namespaceOf(of('browser')[0]!.pid, kind)).not.toBe(namespaceOf('self', kind))
    },
  )

  test('no process is root', () => {
    expect(tree.map(({ uid }) => uid)).not.toContain(0)
  })

  test('the browser knows no variable of the runner', () => {
    const environment = readFileSync(`/proc/${of('browser')[0]!.pid}/environ`, 'utf8').split('\0')
    const names = environment.filter(Boolean).map((line) => line.split('=')[0])
    expect(names).toEqual(expect.arrayContaining(['HOME', 'PATH']))
    expect(
      names.filter(
        (name) => !/^(HOME|PATH|PWD|TMPDIR|FONTCONFIG_FILE|LD_LIBRARY_PATH|CHROME_\w+|SHLVL|_)$/.test(name!),
      ),
    ).toEqual([])
  })

  test('the browser sees only its own processes, and the files of the system', () => {
    const root = `/proc/${of('browser')[0]!.pid}/root`
    const pids = readdirSync(`${root}/proc`).filter((name) => /^\d+$/.test(name)).length
    expect(pids).toBeLessThanOrEqual(tree.length + 5)
    expect(
      readdirSync(root).filter((name) => !/^(bin|dev|etc|lib\w*|nix|opt|proc|sbin|tmp|usr|var)$/.test(name)),
    ).toEqual([])
    expect(existsSync(`${root}/etc/passwd`)).toBe(false)
    expect(existsSync(`${root}${import.meta.dirname}`)).toBe(false)
  })

  test('no process holds anything that the runner has open, or a file but those of the system, of Chromium and of its own', () => {
    const own = new Set(openFilesOf(process.pid).filter((name) => name.startsWith('socket:')))
    const held = tree.flatMap(({ pid }) => openFilesOf(pid))
    expect(held.length).toBeGreaterThan(tree.length)
    expect(held.filter((name) => own.has(name))).toEqual([])
    const chromium =
      typeof jail === 'object' ? dirname(readlinkSync(`/proc/${of('browser')[0]!.pid}/exe`)) : ''
    const allowed = [
      'socket:',
      'pipe:',
      'anon_inode:',
      '/memfd:',
      '/dev/',
      '/proc',
      '/tmp/',
      '/usr/',
      `${chromium}/`,
    ]
    expect(held.filter((name) => !allowed.some((start) => name.startsWith(start)))).toEqual([])
  })

  test('its network has a loopback interface alone, on which only the run’s proxy listens', () => {
    expect(
      net('dev')
        .slice(2)
        .map((line) => line.trim().split(':')[0]),
    ).toEqual(['lo'])
    expect(net('route').slice(1)).toEqual([])
    const listening = net('tcp').filter((line) => line.includes(' 0A '))
    expect(listening).toHaveLength(1)
    expect(net('udp').slice(1)).toEqual([])
  })
})

test('nothing of a run outlives it', async () => {
  const ended = await pool.openRun()
  const page = await ended.context.newPage()
  await page.goto(site.url)
  const pids = listTree(ended.pid!).map(({ pid }) => pid)
  expect(pids.length).toBeGreaterThan(5)
  await ended.close()
  await waitFor('its processes to end', () => !pids.some((pid) => isRunning(pid)))
})

test('the temp directory of the runner may be anywhere', async () => {
  process.env.TMPDIR = await mkdtemp('/var/tmp/waypost-')
  onTestFinished(async () => {
    await rm(process.env.TMPDIR!, { recursive: true, force: true })
    delete process.env.TMPDIR
  })
  const { context, close } = await pool.openRun()
  await (await context.newPage()).goto(site.url)
  await close()
})

const isRunning = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
