import { report } from '../harness/report.ts'
import { runNamed } from '../harness/run-named.ts'

const done = await runNamed(import.meta.dirname, 'bench')
if (done) await report(done.name, done.rows)
