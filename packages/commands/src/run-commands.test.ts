import { EnvironmentError } from '@waypost/http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommands, type Command } from './run-commands.ts'

const greet: Command = {
  name: 'greet',
  summary: 'Greet somebody',
  parameters: '<name> [language]',
  flags: { loudly: 'So that all can hear it' },
  failure: 'could not greet',
  run: async ({ parameters: [name, language = 'en'], flags }) => {
    if (name === 'nobody') throw new Error('there is nobody')
    if (name === 'unset') throw new EnvironmentError('DATABASE_URL is required')
    return { lines: [`${language} ${name}${flags.has('loudly') ? '!' : ''}`], isLeft: name === 'half' }
  },
}

let written: { stdout: string; stderr: string }
let exitCode: typeof process.exitCode
beforeEach(() => {
  written = { stdout: '', stderr: '' }
  exitCode = process.exitCode
  process.exitCode = undefined
  for (const stream of ['stdout', 'stderr'] as const)
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += String(text)
      return true
    })
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = exitCode
})

async function run(...argv: string[]) {
  await runCommands([greet], argv)
  const code = process.exitCode ?? 0
  process.exitCode = undefined
  return { ...written, code }
}

test('a command gets its parameters and flags in any order, and its lines are printed', async () => {
  expect(await run('greet', '--loudly', 'ada', 'fr')).toEqual({ stdout: 'fr ada!\n', stderr: '', code: 0 })
})

test('a command that leaves work undone exits with code 1', async () => {
  expect(await run('greet', 'half')).toEqual({ stdout: 'en half\n', stderr: '', code: 1 })
})

test('a failure prints one line that says what failed, and exits with code 1', async () => {
  const failed = await run('greet', 'nobody')
  expect(failed).toEqual({ stdout: '', stderr: 'could not greet: there is nobody\n', code: 1 })
})

test('an invalid environment is reported with its own message', async () => {
  expect(await run('greet', 'unset')).toMatchObject({ stderr: 'DATABASE_URL is required\n', code: 1 })
})

test.each([['--help'], ['help']])('%s lists the commands', async (word) => {
  const { stdout, code } = await run(word)
  expect(stdout).toContain('  greet <name> [language] [--loudly]  Greet somebody\n')
  expect(code).toBe(0)
})

test('--help of a command prints its flags and does not run it', async () => {
  const { stdout, code } = await run('greet', 'nobody', '--help')
  expect(stdout).toContain('usage: waypost greet <name> [language] [--loudly]')
  expect(stdout).toContain('  --loudly  So that all can hear it')
  expect(code).toBe(0)
})

test.each([
  [[], 'usage: waypost <command>'],
  [['dance'], 'unknown command: dance'],
  [['greet'], 'missing: <name>'],
  [['greet', 'ada', '--quietly'], 'unknown: --quietly'],
  [['greet', 'ada', 'fr', 'more'], 'unknown: more'],
])('the invalid arguments %j print the usage and exit with code 2', async (argv, message) => {
  const { stdout, stderr, code } = await run(...argv)
  expect([stdout, code]).toEqual(['', 2])
  expect(stderr).toContain(message)
  expect(stderr).toContain('usage: waypost')
})
