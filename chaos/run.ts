import { readdir } from 'node:fs/promises'
import { report, type Row } from '../bench/report.ts'

const entries = await readdir(import.meta.dirname, { withFileTypes: true })
const names = entries
  .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
  .map((entry) => entry.name)
const name = process.argv[2]
if (name && names.includes(name)) {
  const { chaos } = (await import(`./${name}/chaos.ts`)) as {
    chaos: (say: (line: string) => void) => Promise<Row[]>
  }
  const rows = await chaos((line) => process.stdout.write(`${line}\n`))
  await report(`chaos-${name}`, rows)
  if (rows.some(({ met }) => met === false)) process.exitCode = 1
} else {
  process.stderr.write(`Which one? ${names.join(', ')}\n`)
  process.exitCode = 1
}
