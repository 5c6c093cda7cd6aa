import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCorpus, type CorpusFolder, type CorpusMessage } from './read-corpus.ts'

const repositories = [
  {
    url: 'https://github.com/mikel/mail',
    commit: 'd645d7b5b7d03218b0bc8971ef041c991a63f5f7',
    paths: ['spec/fixtures/emails'],
  },
  {
    url: 'https://github.com/nodemailer/mailparser',
    commit: 'bb1881eb35c0d406c68c8613443827ccbad00065',
    paths: ['test/fixtures'],
  },
  {
    url: 'https://github.com/jstedfast/gmime',
    commit: '49f496225c893a892cbca9417ab284dd24fbd8d7',
    paths: ['tests/*.msg', 'tests/data/partial/input', 'tests/data/mbox/input/substring.mbox'],
  },
]
const folders: CorpusFolder[] = [
  ['mail', /\/mail\/spec\/.*\.eml$/],
  ['mailparser', /\/mailparser\/test\/.*\.eml$/],
  ['gmime', /\/gmime\/tests\/.*\.(?:eml|mbox|msg)$/],
]
const secondsToAnswer = 120

/**
 * The messages that Ruby's mail, Nodemailer's mailparser and gmime are tested with, which no package has: from GitHub, or from where git
 * is configured to look for it (`url.<base>.insteadOf`).
 *
 * @returns undefined where it does not answer
 */
export function fetchRepositories(): CorpusMessage[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'mail-repositories-'))
  try {
    return repositories.every((repository) => checkOut(folder, repository))
      ? readCorpus(folder, folders)
      : undefined
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function checkOut(folder: string, { url, commit, paths }: (typeof repositories)[number]): boolean {
  const cwd = join(folder, url.slice(url.lastIndexOf('/') + 1))
  mkdirSync(cwd)
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd, stdio: 'pipe', timeout: secondsToAnswer * 1000 })
  git('init', '-q')
  git('remote', 'add', 'origin', url)
  // The files are fetched when they are checked out, and no others.
  const { status } = git('fetch', '-q', '--depth', '1', '--filter=blob:none', 'origin', commit)
  if (status !== 0) return false
  const written = git('-c', 'core.autocrlf=false', 'checkout', '-q', commit, '--', ...paths)
  if (written.status !== 0) throw new Error(`${url} has no messages: ${written.stderr.toString()}`)
  return true
}
