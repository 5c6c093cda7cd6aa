import { readdir } from 'node:fs/promises'
import { report, type Row } from './report.ts'

const entries = await readdir(import.meta.dirname, { withFileTypes: true })
const names = entries
  .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
  .map((entry) => entry.name)
const name = process.argv[2]
if (name && names.includes(name)) {
  const { bench } = (await import(`./${name}/bench.ts`)) as {
    bench: (say: (line: string) => void) => Promise<Row[]>
  }
  await report(name, await bench((line) => process.stdout.write(`${line}\n`)))
} else {
  process.stderr.write(`Which one? ${names.join(', ')}\n`)
  process.exitCode = 1
}
