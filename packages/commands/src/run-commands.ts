import { EnvironmentError } from '@waypost/http'
import { describeError } from '@waypost/postgres'

interface CommandInput {
  /** The positional arguments, in order. */
  parameters: string[]
  /** The given flags, without their dashes. */
  flags: Set<string>
}

/** A command for operators: `waypost <name>`. */
export interface Command {
  name: string
  /** One line, for `--help`. */
  summary: string
  /** The positional parameters: `<email> [directory]`. Those in square brackets are optional. */
  parameters?: string
  /** The description of each flag. */
  flags?: Record<string, string>
  /** The start of the message of a failure: `could not migrate`. */
  failure: string
  /**
   * @returns the lines to print, and whether work was left undone, which exits with code 1
   * @throws an `EnvironmentError`, whose message is printed unchanged, or another error
   */
  run(input: CommandInput): Promise<{ lines: string[]; isLeft?: boolean }>
}

/**
 * The command `waypost`: `--help` lists its commands, `<name> --help` describes one. A failure prints one line on standard
 * error and exits with code 1; invalid arguments exit with code 2.
 *
 * @param argv the arguments after `waypost`
 */
export async function runCommands(
  commands: Command[],
  argv: string[] = process.argv.slice(2),
): Promise<void> {
  const [name, ...rest] = argv
  const command = commands.find((one) => one.name === name)
  if (!command) {
    const isHelp = name === '--help' || name === 'help'
    say(isHelp ? 'stdout' : 'stderr', name === undefined || isHelp ? [] : [`unknown command: ${name}`, ''])
    say(isHelp ? 'stdout' : 'stderr', listCommands(commands))
    if (!isHelp) process.exitCode = 2
    return
  }
  if (rest.includes('--help')) return say('stdout', describe(command))
  const input = read(rest)
  const problem = findProblem(command, input)
  if (problem !== undefined) {
    say('stderr', [problem, '', ...describe(command)])
    process.exitCode = 2
    return
  }
  try {
    const { lines, isLeft = false } = await command.run(input)
    say('stdout', lines)
    if (isLeft) process.exitCode = 1
  } catch (error) {
    const message = describeError(error)
    say('stderr', [error instanceof EnvironmentError ? message : `${command.failure}: ${message}`])
    process.exitCode = 1
  }
}

const isFlag = (word: string) => word.startsWith('--')

function read(words: string[]): CommandInput {
  return {
    parameters: words.filter((word) => !isFlag(word)),
    flags: new Set(words.filter(isFlag).map((word) => word.slice(2))),
  }
}

function findProblem({ parameters = '', flags = {} }: Command, input: CommandInput): string | undefined {
  const unknown = [...input.flags].filter((flag) => !Object.hasOwn(flags, flag))
  if (unknown.length > 0) return `unknown: ${unknown.map((flag) => `--${flag}`).join(' ')}`
  const names = parameters.split(' ').filter(Boolean)
  const missing = names.slice(input.parameters.length).filter((name) => name.startsWith('<'))
  if (missing.length > 0) return `missing: ${missing.join(' ')}`
  const more = input.parameters.slice(names.length)
  return more.length > 0 ? `unknown: ${more.join(' ')}` : undefined
}

const usageOf = ({ name, parameters, flags = {} }: Command) =>
  [name, parameters, ...Object.keys(flags).map((flag) => `[--${flag}]`)].filter(Boolean).join(' ')

function listCommands(commands: Command[]): string[] {
  const width = Math.max(...commands.map((command) => usageOf(command).length))
  return [
    'usage: waypost <command>',
    '',
    ...commands.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.summary}`),
    '',
    'waypost <command> --help tells more.',
  ]
}

function describe(command: Command): string[] {
  const flags = Object.entries(command.flags ?? {})
  const lines = flags.map(([flag, summary]) => `  --${flag}  ${summary}`)
  return [
    `usage: waypost ${usageOf(command)}`,
    '',
    command.summary,
    ...(lines.length > 0 ? ['', ...lines] : []),
  ]
}

function say(stream: 'stdout' | 'stderr', lines: string[]): void {
  for (const line of lines) process[stream].write(`${line}\n`)
}
