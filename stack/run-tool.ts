import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs a tool of a package's own dependencies, by the current Node. */
export async function runTool(
  directory: string,
  name: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<void> {
  const found = [
    path.join(directory, 'node_modules/.bin'),
    path.dirname(process.execPath),
    '/usr/bin',
    '/bin',
  ]
  await run(name, args, {
    cwd: directory,
    env: { ...environment, NODE_ENV: 'production', PATH: found.join(path.delimiter) },
  })
}
