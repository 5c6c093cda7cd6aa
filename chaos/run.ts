import { report } from '../harness/report.ts'
import { runNamed } from '../harness/run-named.ts'

const done = await runNamed(import.meta.dirname, 'chaos')
if (done) {
  await report(`chaos-${done.name}`, done.rows)
  if (done.rows.some(({ met }) => met === false)) process.exitCode = 1
}
