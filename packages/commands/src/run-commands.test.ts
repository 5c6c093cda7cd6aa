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

test('a command is given its parameters and flags, in any order, and its lines are printed', async () => {
  expect(await run('greet', '--loudly', 'ada', 'fr')).toEqual({ stdout: 'fr ada!\n', stderr: '', code: 0 })
})

test('a command that leaves something to be done ends with code 1', async () => {
  expect(await run('greet', 'half')).toEqual({ stdout: 'en half\n', stderr: '', code: 1 })
})

test('what goes wrong is one line that says what could not be done, and code 1', async () => {
  const failed = await run('greet', 'nobody')
  expect(failed).toEqual({ stdout: '', stderr: 'could not greet: there is nobody\n', code: 1 })
})

test('an environment that is not right is told as it is', async () => {
  expect(await run('greet', 'unset')).toMatchObject({ stderr: 'DATABASE_URL is required\n', code: 1 })
})

test.each([['--help'], ['help']])('%s lists the commands', async (word) => {
  const { stdout, code } = await run(word)
  expect(stdout).toContain('  greet <name> [language] [--loudly]  Greet somebody\n')
  expect(code).toBe(0)
})

test('--help of a command tells its flags and does nothing', async () => {
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
])('%j is not understood, which is said with the usage, and code 2', async (argv, message) => {
  const { stdout, stderr, code } = await run(...argv)
  expect([stdout, code]).toEqual(['', 2])
  expect(stderr).toContain(message)
  expect(stderr).toContain('usage: waypost')
})
