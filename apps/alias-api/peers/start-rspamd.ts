import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort, waitFor } from '@waypost/testing'

export interface Rspamd {
  url: URL
  /** Everything logged so far. */
  log(): Promise<string>
  /** Stops it and deletes its files. */
  close(): Promise<void>
}

/** Starts Debian's rspamd with its own settings: its rules about headers and envelopes, and nothing that asks the network. */
export async function startRspamd(): Promise<Rspamd> {
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-rspamd-'))
  const at = (name: string) => path.join(directory, name)
  const port = await findFreePort()
  await writeFile(at('domains'), 'com\nnet\norg\ntest\n')
  await writeFile(
    at('rspamd.conf'),
    `options {
      pidfile = "${at('pid')}"; tempdir = "${directory}"; control_socket = "${at('control')} mode=0600";
      cache_file = "${at('cache')}"; history_file = "${at('history')}"; stats_file = "${at('stats')}"; rrd = "";
      url_tld = "${at('domains')}"; filters = "regexp"; disable_hyperscan = true;
      dns { nameserver = ["127.0.0.1:9"]; timeout = 0.1s; retransmits = 1; }
    }
    logging { type = "file"; filename = "${at('log')}"; level = "info"; }
    worker "normal" { bind_socket = "127.0.0.1:${port}"; count = 1; }
    actions { reject = 15; add_header = 6; greylist = 4; }
    group "envelope" {
      symbols = { FROM_NEQ_ENVFROM { weight = 1.5; } TO_MATCH_ENVRCPT_ALL { weight = 0.5; } }
    }
    lua = "/usr/share/rspamd/rules/rspamd.lua";`,
  )
  const child = spawn('rspamd', ['--no-fork', '--insecure', '--config', at('rspamd.conf')], {
    stdio: 'ignore',
  })
  const url = new URL(`http://127.0.0.1:${port}`)
  const isUp = () =>
    fetch(new URL('ping', url)).then(
      ({ ok }) => ok,
      () => false,
    )
  await waitFor('rspamd', isUp, 60_000)
  return {
    url,
    log: () => readFile(at('log'), 'utf8'),
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}
