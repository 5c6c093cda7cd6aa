import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort, waitFor } from '@waypost/testing'

export interface PgBouncer {
  /** Of the same database, through the pooler. */
  url: string
  close(): Promise<void>
}

// Runs as `nobody` where the tests run as root, which PgBouncer refuses.
const nobody = 65534

/** Starts Debian's PgBouncer on loopback, in front of the database at `url`. */
export async function startPgBouncer(
  url: string,
  settings: { pool_mode: 'session' | 'transaction'; ignore_startup_parameters?: string },
): Promise<PgBouncer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-pgbouncer-'))
  await chmod(directory, 0o755)
  const { hostname, port, username, password, pathname } = new URL(url)
  const name = pathname.slice(1)
  const own = await findFreePort()
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: own,
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: path.join(directory, 'users'),
    ...settings,
  }
  const lines = Object.entries(all).map(([key, value]) => `${key} = ${value}`)
  await writeFile(all.auth_file, `"${username}" "${decodeURIComponent(password)}"\n`)
  const file = path.join(directory, 'pgbouncer.ini')
  const target = `${name} = host=${hostname} port=${port || 5432}`
  await writeFile(file, ['[databases]', target, '[pgbouncer]', ...lines, ''].join('\n'))
  const child = spawn('sh', ['-c', 'PATH="$PATH:/usr/sbin" exec pgbouncer -q "$0"', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(process.getuid?.() === 0 && { uid: nobody, gid: nobody }),
  })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  await waitFor('PgBouncer', async () => {
    if (child.exitCode !== null) throw new Error(log)
    return answers(own)
  })
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(own)
  return {
    url: through.href,
    async close() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      await rm(directory, { recursive: true })
    },
  }
}

function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  socket.once('connect', () => resolve(true))
  socket.once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
