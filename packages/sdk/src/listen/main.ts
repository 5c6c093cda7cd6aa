#!/usr/bin/env node
import { describeListener } from './describe-listener.ts'
import { parseListenArguments, usage } from './parse-listen-arguments.ts'
import { startListener } from './start-listener.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

try {
  const [command, ...rest] = process.argv.slice(2)
  if (command !== undefined && command !== 'listen' && !/^(-h|--help)$/.test(command))
    throw new Error(`There is no command ${command}`)
  const options = command === 'listen' ? parseListenArguments(rest) : 'help'
  if (options === 'help') say(usage)
  else {
    const listener = await startListener(options, say)
    if (!options.json) say(describeListener(listener.url, options))
    const stop = () => void listener.close()
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}\n`)
  process.exitCode = 1
}
