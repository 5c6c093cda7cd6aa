import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { waitFor } from '@waypost/testing'
import { findFreePort } from '@waypost/testing'

const run = promisify(execFile)

/** Runs a command of Postfix. Debian installs them in /usr/sbin, which is not on every user's path. */
export const runPostfix = (command: string, args: string[]) =>
  run('sh', ['-c', 'PATH="$PATH:/usr/sbin" exec "$0" "$@"', command, ...args])

/** A separate Postfix on loopback, independent of any Postfix that the machine has. */
export interface Postfix {
  port: number
  /** The master process, to which all others belong. */
  pid: number
  /** Its queue, mailboxes and logs. */
  directory: string
  /** Everything logged so far. */
  log(): Promise<string>
  /** The content of one of its mailboxes, as received (CRLF), oldest first. */
  readMailbox(address: string): Promise<Buffer[]>
  /** Stops it and deletes its files. */
  close(): Promise<void>
}

// The user `nobody`: virtual(8) refuses to deliver as a system user.
const mailboxOwner = 65534
const services = `
cleanup    unix       n - n -    0 cleanup
qmgr       unix       n - n 1    1 qmgr
tlsmgr     unix       - - n 1000 1 tlsmgr
rewrite    unix       - - n -    - trivial-rewrite
bounce     unix       - - n -    0 bounce
defer      unix       - - n -    0 bounce
trace      unix       - - n -    0 bounce
flush      unix       n - n 1000 0 flush
proxymap   unix       - - n -    - proxymap
smtp       unix       - - n -    - smtp
showq      unix       n - n -    - showq
error      unix       - - n -    - error
retry      unix       - - n -    - error
discard    unix       - - n -    - discard
virtual    unix       - n n -    - virtual
anvil      unix       - - n -    1 anvil
scache     unix       - - n -    1 scache
postlog    unix-dgram n - n -    1 postlogd
`

/**
 * Starts Debian's Postfix with its own settings. It has to run as root, as Postfix does. It takes mail from loopback
 * only and asks no DNS.
 *
 * @param settings of main.cf
 * @param tls the certificate to encrypt with; without one it cannot encrypt
 */
export async function startPostfix(
  settings: Record<string, string>,
  tls?: { cert: Buffer; key: Buffer },
): Promise<Postfix> {
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-postfix-'))
  await chmod(directory, 0o755)
  const at = (name: string) => path.join(directory, name)
  const port = await findFreePort()
  const all = {
    compatibility_level: '3.6',
    queue_directory: at('queue'),
    data_directory: at('data'),
    maillog_file: at('log'),
    maillog_file_prefixes: tmpdir(),
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    myhostname: 'postfix.example.net',
    mydestination: '',
    alias_maps: '',
    local_recipient_maps: '',
    // Mail over loopback is not from local users, so Postfix must not complete its header.
    local_header_rewrite_clients: '',
    smtp_dns_support_level: 'disabled',
    smtp_host_lookup: 'native',
    smtpd_peername_lookup: 'no',
    smtpd_relay_restrictions: 'permit_mynetworks, reject',
    smtpd_client_connection_count_limit: '0',
    message_size_limit: '104857600',
    virtual_mailbox_limit: '0',
    virtual_mailbox_base: at('mail'),
    virtual_uid_maps: `static:${mailboxOwner}`,
    virtual_gid_maps: `static:${mailboxOwner}`,
    ...(tls && {
      smtpd_tls_chain_files: at('tls.pem'),
      smtpd_tls_security_level: 'may',
      smtpd_tls_received_header: 'yes',
    }),
    ...settings,
  }
  if (tls) await writeFile(at('tls.pem'), Buffer.concat([tls.key, tls.cert]), { mode: 0o600 })
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}\n`)
  await writeFile(at('main.cf'), lines.join(''))
  await writeFile(at('master.cf'), `127.0.0.1:${port} inet n - n - - smtpd\n${services.trimStart()}`)
  await mkdir(at('queue'))
  await mkdir(at('mail'))
  await chmod(at('mail'), 0o777)
  const log = () => readFile(at('log'), 'utf8').catch(() => '')
  const removeFiles = () => rm(directory, { recursive: true, force: true })
  await runPostfix('postfix', ['-c', directory, 'start']).catch(async (error: unknown) => {
    const words = await log()
    await removeFiles()
    throw new Error(`Postfix did not start: ${words}`, { cause: error })
  })
  const pid = Number(await readFile(at('queue/pid/master.pid'), 'utf8'))
  return {
    port,
    pid,
    directory,
    log,
    async readMailbox(address) {
      const mailbox = path.join(at('mail'), address, 'new')
      const names = (await readdir(mailbox).catch(() => [])).toSorted()
      return Promise.all(names.map(async (name) => withCrlf(await readFile(path.join(mailbox, name)))))
    },
    async close() {
      process.kill(pid, 'SIGTERM')
      await waitFor('Postfix to end', () => !isRunning(pid))
      await removeFiles()
    },
  }
}

const withCrlf = (content: Buffer) =>
  Buffer.from(content.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
