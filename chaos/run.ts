import { report } from '../bench/report.ts'
import { runNamed } from '../bench/run-named.ts'

const done = await runNamed(import.meta.dirname, 'chaos')
if (done) {
  await report(`chaos-${done.name}`, done.rows)
  if (done.rows.some(({ met }) => met === false)) process.exitCode = 1
}
