import { report } from './report.ts'
import { runNamed } from './run-named.ts'

const done = await runNamed(import.meta.dirname, 'bench')
if (done) await report(done.name, done.rows)
