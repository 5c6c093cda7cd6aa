import { randomBytes } from 'node:crypto'
import { startForwardProxy } from '@waypost/egress'
import { createMetrics, runProcess, serveInternals } from '@waypost/http'
import { openDatabase, openQueues, systemClock } from '@waypost/postgres'
import { automationChannel } from '@waypost/webhooks'
import { readRunnerEnv } from './env.ts'
import { runQueue, workSchema } from './executions/run-queue.ts'
import { launchBrowser } from './runner/browser.ts'
import { createBrowserKeeper } from './runner/browser-keeper.ts'
import { executeRun } from './runner/execute-run.ts'

const drainMs = 20_000

await runProcess('automation-runner', readRunnerEnv, async ({ env, logger, onStop }) => {
  const connection = {
    url: env.DATABASE_URL,
    role: 'waypost_automation_runner',
    applicationName: 'automation-runner',
  }
  const onError = (error: Error) => logger.warn({ err: error }, 'queue')

  const database = openDatabase({ ...connection, maxConnections: 2 * env.RUNNER_CONCURRENCY + 2 })
  onStop(() => database.close())
  const outbox = await openQueues({ ...connection, schema: automationChannel.outboxSchema, onError })
  onStop(() => outbox.close())
  const services = {
    db: database.db,
    clock: systemClock,
    outbox: {
      channel: automationChannel,
      boss: outbox.boss,
      delaysMs: env.AUTOMATION_WEBHOOK_DELAYS,
      clock: systemClock,
    },
  }

  // Every byte of every page goes through here, where the address that a name resolves to is checked.
  const token = randomBytes(24).toString('hex')
  const proxy = await startForwardProxy({ policy: env.EGRESS_ALLOW, token })
  onStop(() => proxy.close())
  const browsers = createBrowserKeeper(() =>
    launchBrowser({
      ...(env.CHROMIUM_PATH && { executablePath: env.CHROMIUM_PATH }),
      proxy: { server: proxy.url, username: 'runner', password: token },
    }),
  )
  onStop(() => browsers.close())
  await browsers.get()

  if (env.METRICS_PORT !== undefined) {
    const server = await serveInternals(createMetrics('automation-runner'), {
      host: env.METRICS_HOST,
      port: env.METRICS_PORT,
      databases: [database.db],
    })
    onStop(async () => void server.close())
  }

  const work = await openQueues({
    ...connection,
    schema: workSchema,
    wakeOnInsert: true,
    maintain: true,
    onError,
  })
  const stopped = new AbortController()
  onStop(() => work.close())
  await work.boss.work<{ executionId: string }>(
    runQueue.name,
    {
      localConcurrency: env.RUNNER_CONCURRENCY,
      pollingIntervalSeconds: 0.5,
      notifyPollingIntervalSeconds: 0.5,
    },
    async ([job]) => {
      const { executionId } = job!.data
      logger.info({ executionId }, 'run')
      await executeRun(services, executionId, { browser: browsers.get, signal: stopped.signal })
    },
  )
  onStop(async () => {
    // Runs that are under way may end; what does not within the time that a process has to stop, fails and says why.
    const limit = setTimeout(() => stopped.abort(new Error('The runner was stopped')), drainMs)
    await work.boss.offWork(runQueue.name, { wait: true })
    clearTimeout(limit)
  })
})
