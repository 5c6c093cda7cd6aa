import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Row } from './report.ts'

/** Something outside of the repository that a measurement needs is not there: the message says what. */
export class MissingPartError extends Error {}

/**
 * Runs the command-line argument's folder of `directory`, whose `<verb>.ts` exports a function of that name. Without such
 * a folder, it prints a message and returns undefined.
 */
export async function runNamed(
  directory: string,
  verb: string,
): Promise<{ name: string; rows: Row[] } | undefined> {
  const entries = await readdir(directory, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name))
    .map((entry) => entry.name)
  const name = process.argv[2]
  if (!name || !names.includes(name)) {
    process.stderr.write(`Which one? ${names.join(', ')}\n`)
    process.exitCode = 1
    return undefined
  }
  const module = (await import(path.join(directory, name, `${verb}.ts`))) as Record<
    string,
    (say: (line: string) => void) => Promise<Row[]>
  >
  try {
    return { name, rows: await module[verb]!((line) => process.stdout.write(`${line}\n`)) }
  } catch (error) {
    if (!(error instanceof MissingPartError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 2
    return undefined
  }
}
