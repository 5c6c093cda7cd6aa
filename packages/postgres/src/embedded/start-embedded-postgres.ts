import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { findBinaries } from './find-binaries.ts'
import { prepareHome, type ServerHome } from './unprivileged-home.ts'

export interface EmbeddedPostgres {
  /** Superuser login on the database `postgres`. */
  url: string
  pid: number
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<void>
  /** Ends sessions, writes a checkpoint and stops the server. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** The data directory; created on first use and reused later. The log is beside it. */
  directory: string
  port: number
  password: string
  /** `name=value` server settings. */
  settings?: string[]
}

const startTimeoutMs = 30_000
// Text sorts the same way everywhere, whatever locales the machine has.
const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/**
 * Starts a real Postgres from npm on 127.0.0.1, and creates its cluster first if there is none. The directory must
 * belong to the caller alone: a server that an earlier caller left running on it is stopped first. The server runs in
 * a process group of its own: a Ctrl-C in the terminal stops its clients first, and then the server by `stop`. It ends
 * by itself seconds after the calling process is gone without that.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = await prepareHome(await findBinaries(), path.resolve(options.directory))
  await stopPredecessor(home.directory, options.password)
  if (await isTaken(options.port)) throw new Error(`port ${options.port} is taken by another program`)
  if (!(await stat(path.join(home.directory, 'PG_VERSION')).catch(() => undefined)))
    await createCluster(home, options.password)

  const log = await open(`${options.directory}.log`, 'a', 0o600)
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=300',
    ...(options.settings ?? []),
  ]
  const server = spawn(
    home.binaries.postgres,
    ['-D', home.directory, '-p', String(options.port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...home.owner, cwd: home.directory, detached: true, stdio: ['ignore', log.fd, log.fd] },
  )
  await once(server, 'spawn')
  await log.close()

  const endKeeper = endWithParent(server.pid!)
  const ended = once(server, 'exit').then(endKeeper)
  const url = loopbackUrl(options.port, options.password)
  await waitUntilReady(server, url, { directory: home.directory, logFile: `${options.directory}.log` })
  return {
    url,
    pid: server.pid!,
    ended,
    async stop() {
      if (server.exitCode === null && server.signalCode === null) server.kill('SIGINT')
      await ended
    },
  }
}

/** How long the server's clients, which end at the same moment, may still need it. */
const outlivesParentSeconds = 5

/**
 * Ends the server when this process is gone without having stopped it: killed, or with its container.
 *
 * @returns what ends the watch
 */
function endWithParent(server: number): () => void {
  // The pipe closes with this process, however it ends.
  const script = 'cat > /dev/null; sleep "$2"; kill -INT "$1"'
  const keeper = spawn('sh', ['-c', script, 'sh', String(server), String(outlivesParentSeconds)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  keeper.on('error', () => {})
  keeper.unref()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  ;(keeper.stdin as Socket).unref()
  return () => {
    if (keeper.pid === undefined) return
    try {
      // With what it runs: it is a process group of its own.
      process.kill(-keeper.pid)
    } catch {
      // It is gone already.
    }
  }
}

async function createCluster(home: ServerHome, password: string): Promise<void> {
  const passwordFile = `${home.directory}.password`
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (home.owner.uid !== undefined) await chown(passwordFile, home.owner.uid, home.owner.gid!)
  try {
    await promisify(execFile)(
      home.binaries.initdb,
      [
        `--pgdata=${home.directory}`,
        '--username=postgres',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        ...locale,
      ],
      { ...home.owner, cwd: home.directory },
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/** Stops a server that a killed caller left running on the directory. */
async function stopPredecessor(directory: string, password: string): Promise<void> {
  const [pid, , , port] = (
    await readFile(path.join(directory, 'postmaster.pid'), 'utf8').catch(() => '')
  ).split('\n')
  // The file may be old and its process id reused, so the server itself has to confirm its directory.
  if (!pid || !(await isServing(loopbackUrl(Number(port), password), directory))) return
  process.kill(Number(pid), 'SIGINT')
  const deadline = Date.now() + startTimeoutMs
  while (await stat(path.join(directory, 'postmaster.pid')).catch(() => undefined)) {
    if (Date.now() > deadline)
      throw new Error(`another Postgres (process ${pid}) does not leave ${directory}`)
    await setTimeout(50)
  }
}

function loopbackUrl(port: number, password: string): string {
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
}

async function isTaken(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  const [outcome] = await Promise.race([
    once(probe, 'listening').then(() => [false]),
    once(probe, 'error').then(() => [true]),
  ])
  probe.close()
  return outcome!
}

async function isServing(url: string, directory: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    await client.end()
    return rows[0]?.data_directory === directory
  } catch {
    return false
  }
}

async function waitUntilReady(
  server: ChildProcess,
  url: string,
  { directory, logFile }: { directory: string; logFile: string },
): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  while (!(await isServing(url, directory))) {
    if (server.exitCode !== null)
      throw new Error(`Postgres ended with code ${server.exitCode}:\n${await lastLines(logFile)}`)
    if (Date.now() > deadline) throw new Error(`Postgres did not become ready:\n${await lastLines(logFile)}`)
    await setTimeout(50)
  }
}

async function lastLines(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).trimEnd().split('\n').slice(-5).join('\n')
}
