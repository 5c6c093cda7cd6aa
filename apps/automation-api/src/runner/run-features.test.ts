import { eq } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { newAutomation } from '../automations/automation.ts'
import { createAutomation } from '../automations/create-automation.ts'
import { triggerAutomation, type triggerInput } from '../automations/trigger-automation.ts'
import { executions, stepScreenshots } from '../db/tables.ts'
import { getExecution } from '../executions/get-execution.ts'
import { getExecutionFailure } from '../executions/get-execution-failure.ts'
import { ada, openRunnerBed } from './test-runner.ts'

type NewAutomation = z.infer<typeof newAutomation>

const { bed, execute } = openRunnerBed(
  { url: 'https://hooks.test/', events: ['automation.completed'] },
  {
    '/log-in': `<script>
        document.cookie = 'session=cookie; max-age=3600'
        localStorage.setItem('kept', 'local')
        sessionStorage.setItem('kept', 'session')
        const opening = indexedDB.open('shop', 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore('cart').put('indexed', 'kept')
        opening.onsuccess = () => { document.body.innerHTML = '<h1>Logged in</h1>' }
      </script>`,
    '/account': `<p></p><script>
        const opening = indexedDB.open('shop', 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore('cart')
        opening.onsuccess = () => {
          const asked = opening.result.transaction('cart').objectStore('cart').get('kept')
          asked.onsuccess = () => {
            const kept = ['kept:', document.cookie, localStorage.kept, asked.result, sessionStorage.getItem('kept')]
            document.querySelector('p').textContent = kept.join(' ')
          }
        }
      </script>`,
    '/log-out': `<script>sessionStorage.clear(); location.href = '/account'</script>`,
  },
)
beforeAll(() => {
  bed.page = `<title>Shop</title><h1>Harbour Books</h1>
      <input id="password" aria-label="Password"><button id="next">Next</button><p id="echo"></p>
      <script>
        password.addEventListener('input', () => { echo.textContent = 'You typed ' + password.value })
        next.addEventListener('click', () => console.error('cannot go on with ' + password.value))
      </script>`
})

const at = (path: string) => new URL(path, bed.site.url).href
const open = (path: string): NewAutomation['actions'][number] => ({
  name: `open ${path}`,
  type: 'navigate',
  url: at(path),
})
/** One run of a new automation, from its trigger to its end. */
async function run(automation: Omit<NewAutomation, 'name'>, input: z.infer<typeof triggerInput> = {}) {
  const { id } = await createAutomation(bed.service.services, ada, { name: newId(), ...automation })
  const { executionId } = await triggerAutomation(bed.service.services, ada, id, input)
  await execute(executionId)
  return getExecution(bed.service.services, ada, executionId)
}
const readAccount = (): NewAutomation['actions'] => [
  open('/account'),
  { name: 'read', type: 'extractText', selectors: ['p'], output: 'kept', pattern: '.+' },
]

const typePassword = (value: string): NewAutomation['actions'] => [
  open('/'),
  { name: 'type', type: 'change', selectors: ['#password'], value },
  { name: 'read', type: 'extractText', selectors: ['#echo'], output: 'echo' },
]

const actions = (): NewAutomation['actions'] => [
  open('/'),
  { name: 'type', type: 'change', selectors: ['#password'], value: 'x' },
  { name: 'see', type: 'waitForElement', selectors: ['h1'] },
  { name: 'read', type: 'extractText', selectors: ['h1'], output: 'title' },
]

/** A run does without a picture that is not there within three seconds, so on a busy machine it is done again. */
const expectScreenshots = (automation: Omit<NewAutomation, 'name'>, areThere: boolean[]) =>
  expect
    .poll(async () => (await run(automation)).steps.map(({ screenshot }) => screenshot !== null))
    .toEqual(areThere)

describe('a session', () => {
  test('keeps cookies, localStorage, IndexedDB and sessionStorage for a later run', async () => {
    const first = await run(
      { actions: [open('/log-in'), { name: 'in', type: 'waitForElement', selectors: ['h1'] }] },
      { saveSession: true },
    )
    expect(first).toMatchObject({ status: 'completed', sessionId: expect.any(String) as string })
    const second = await run({ actions: readAccount() }, { sessionId: first.sessionId! })
    expect(second).toMatchObject({
      status: 'completed',
      inputSessionId: first.sessionId,
      sessionId: null,
      extractedData: { kept: 'kept: session=cookie local indexed session' },
    })
  })

  test('does not restore what the site deletes', async () => {
    const { sessionId } = await run(
      { actions: [open('/log-in'), { name: 'in', type: 'waitForElement', selectors: ['h1'] }] },
      { saveSession: true },
    )
    const { extractedData } = await run(
      {
        actions: [
          open('/account'),
          open('/log-out'),
          { name: 'out', type: 'waitForUrl', url: at('/account') },
          { name: 'read', type: 'extractText', selectors: ['p'], output: 'kept', pattern: '.+' },
        ],
      },
      { sessionId: sessionId! },
    )
    expect(extractedData).toEqual({ kept: 'kept: session=cookie local indexed' })
  })

  test('is not saved unless requested', async () => {
    const { sessionId, extractedData } = await run({ actions: readAccount() })
    expect(sessionId).toBeNull()
    expect(extractedData).toEqual({ kept: 'kept:' })
  })
})

describe('a variable', () => {
  test('is filled in where the actions name it', async () => {
    const automation = { actions: typePassword('${word}${word}'), variables: { word: { default: 'no' } } }
    expect((await run(automation)).extractedData).toEqual({ echo: 'You typed nono' })
    expect((await run(automation, { variables: { word: 'yes' } })).extractedData).toEqual({
      echo: 'You typed yesyes',
    })
  })

  test('that is secret is in no error, no tree, no console and not in the database', async () => {
    const secret = 'correct horse'
    const execution = await run(
      {
        variables: { password: { secret: true } },
        actions: [
          ...typePassword('${password}').slice(0, 2),
          { name: 'next', type: 'click', selectors: ['#next'] },
          { name: 'find', type: 'click', selectors: ['text/${password} nowhere'], timeoutMs: 300 },
        ],
      },
      { variables: { password: secret } },
    )
    expect(execution.status).toBe('failed')
    const failure = await getExecutionFailure(bed.service.services, ada, execution.id)
    expect(failure.consoleErrors).toEqual(['cannot go on with ***'])
    expect(failure.accessibilityTree).toContain('You typed ***')
    const { db } = bed.service.services
    const [row] = await db.select().from(executions).where(eq(executions.id, execution.id))
    expect(JSON.stringify([execution, failure, row])).not.toContain(secret)
  })
})

describe('screenshots', () => {
  test('are taken of navigations and the end', async () => {
    await expectScreenshots({ actions: actions() }, [true, false, false, true])
  })

  test('are taken of every step, or of none, by setting', async () => {
    await expectScreenshots({ actions: actions(), screenshots: 'all' }, [true, true, true, true])
    await expectScreenshots({ actions: actions(), screenshots: 'none' }, [false, false, false, false])
  })

  test('are taken of a failure, and of nothing after it', async () => {
    const wrong = { name: 'wrong', type: 'click' as const, selectors: ['#wrong'], timeoutMs: 200 }
    const failing = { actions: [open('/'), wrong, ...actions().slice(1)] }
    await expectScreenshots(failing, [true, true, false, false, false])
  })

  test('are JPEGs', async () => {
    const { id } = await run({ actions: actions() })
    const [row] = await bed.service.services.db
      .select()
      .from(stepScreenshots)
      .where(eq(stepScreenshots.executionId, id))
    expect(row!.image.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  })
})
