import { on } from 'node:events'
import { createApp } from '../create-app.ts'
import { registerHealth } from '../observability/health.ts'
import { createMetrics, serveInternals } from '../observability/metrics.ts'
import { parseEnvironment } from '../environment/parse-environment.ts'
import { processEnvironment } from '../environment/process-environment.ts'
import { runProcess } from './run-process.ts'
import { standardErrorForm } from '../errors/standard-error-form.ts'

// The environment comes as an argument.
const readEnv = () =>
  parseEnvironment(processEnvironment, JSON.parse(process.argv[2]!) as Record<string, string>)

/** Tells the parent what begins, which ends when the parent sends `end`. */
async function lastUntil(end: string, what: unknown): Promise<void> {
  const messages = on(process, 'message')
  process.send!(what)
  for await (const [message] of messages) if (message === end) return
}

/** For tests: an ordinary process whose slow requests and whose delay before it stops end when the test says so. */
const start: Parameters<typeof runProcess>[2] = async ({ logger, onStop }) => {
  const app = createApp({ logger, errorForm: standardErrorForm, trustProxy: false, corsOrigins: [] })
  registerHealth(app, [])
  app.get('/slow', async () => {
    await lastUntil('answer', 'slow')
    return 'done'
  })
  onStop(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const internals = await serveInternals(createMetrics('test'), { host: '127.0.0.1', port: 0, databases: [] })
  onStop(async () => void internals.close())
  process.send?.([app.server.address(), internals.address()])
}

await runProcess('test', readEnv, start, {
  pause: (ms) => lastUntil('end the delay', { pausesMs: ms }),
})
