import { eq } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Action } from '../automations/action.ts'
import { createAutomation } from '../automations/create-automation.ts'
import type { Login } from '../automations/settings/login.ts'
import { triggerAutomation } from '../automations/trigger-automation.ts'
import { executions } from '../db/tables.ts'
import { saveSecret } from '../secrets/save-secret.ts'
import { ada, openRunnerBed } from './test-runner.ts'

/** The session that the portal accepts now. */
let valid = 'one'
const isSignedIn = (cookie = '') => cookie.includes(`portal=${valid}`)
const entries: string[] = []
const { bed, execute } = openRunnerBed(
  { url: 'https://hooks.test/', events: ['automation.failed'] },
  {
    '/account': (request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(
        isSignedIn(request.headers.cookie)
          ? '<h1>Account of Ada</h1><p class=balance>12.50</p>'
          : '<a href="/sign-in">Sign in</a>',
      )
    },
    '/sign-in': `<form action="/enter"><label>Password <input name="password" type="password"></label><button>Enter</button></form>`,
    '/enter': (request, response) => {
      const password = new URL(request.url!, 'http://portal').searchParams.get('password')
      entries.push(password ?? '')
      if (password === 'correct horse') response.setHeader('set-cookie', `portal=${valid}; Max-Age=3600`)
      response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>')
    },
  },
)
const at = (path: string) => new URL(path, bed.site.url).href

beforeEach(async () => {
  valid = newId()
  entries.length = 0
  await saveSecret(bed.service.services, ada, 'portal', 'correct horse')
})

/** An automation that signs in, and one that stays signed in by it. */
async function makeBoth() {
  const { services } = bed.service
  const signIn: Action[] = [
    { type: 'navigate', name: 'Open the form', url: at('/sign-in') },
    { type: 'change', name: 'Password', selectors: ['aria/Password'], value: '${secrets.portal}' },
    { type: 'click', name: 'Enter', selectors: ['button'] },
    { type: 'waitForElement', name: 'Welcome', selectors: ['h1'] },
  ]
  const { id: automationId } = await createAutomation(services, ada, { name: 'Sign in', actions: signIn })
  const login: Login = { automationId, url: at('/account'), loggedIn: { present: ['h1'] } }
  const actions: Action[] = [
    { type: 'navigate', name: 'Open the account', url: at('/account') },
    { type: 'extractText', name: 'Balance', selectors: ['.balance'], output: 'balance' },
  ]
  const { id } = await createAutomation(services, ada, { name: 'Balance', actions, login })
  return { id, automationId, login, actions }
}

async function run(id: string) {
  const { services } = bed.service
  const { executionId } = await triggerAutomation(services, ada, id, {})
  // Its pages are complete when they are open.
  await execute(executionId, { inVain: ['Is it signed in?'] })
  const [row] = await services.db.select().from(executions).where(eq(executions.id, executionId))
  return row!
}

describe('an automation with a login', () => {
  test('signs in by the other automation, and later runs start with its session', async () => {
    const { id } = await makeBoth()
    expect(await run(id)).toMatchObject({ error: null, extractedData: { balance: '12.50' } })
    expect(await run(id)).toMatchObject({ error: null, extractedData: { balance: '12.50' } })
    expect(entries).toEqual(['correct horse'])
  })

  test('shows the steps of the other automation before its own', async () => {
    const { id } = await makeBoth()
    const show = async () =>
      (await run(id)).steps.map(({ id: place, name, status, hasScreenshot }) =>
        [place, name, status, ...(hasScreenshot ? ['pictured'] : [])].join(' '),
      )
    expect(await show()).toEqual([
      'login.1 Open the page that shows whether it is signed in completed',
      'login.2 Is it signed in? completed',
      'login.2.else.1 Open the form completed',
      'login.2.else.2 Password completed',
      'login.2.else.3 Enter completed',
      'login.2.else.4 Welcome completed',
      '1 Open the account completed pictured',
      '2 Balance completed pictured',
    ])
    expect(await show()).toMatchObject({ 2: 'login.2.else.1 Open the form skipped' })
  })

  test('signs in once more where the site has ended the session', async () => {
    const { id } = await makeBoth()
    await run(id)
    valid = newId()
    expect(await run(id)).toMatchObject({ error: null })
    expect(entries).toHaveLength(2)
  })

  test('fails with the reason, after one attempt, where signing in does not help', async () => {
    const { id } = await makeBoth()
    await saveSecret(bed.service.services, ada, 'portal', 'wrong')
    const row = await run(id)
    expect(row.error).toBe('The login “Sign in” did not sign in')
    const own = row.steps.filter(({ id: place }) => !place!.startsWith('login.'))
    expect(own.map(({ status }) => status)).toEqual(['skipped', 'skipped'])
    expect(row.steps).toMatchObject({ 4: { name: 'Enter', status: 'completed' } })
    expect(entries).toEqual(['wrong'])
  })

  test('fails with the step of the other automation that failed, without its secrets', async () => {
    const { id, automationId } = await makeBoth()
    const { services } = bed.service
    const headers = await bed.service.key(ada.ownerId, 'automation:write')
    const actions: Action[] = [
      { type: 'navigate', name: 'Open the form', url: `${at('/')}\${secrets.portal}` },
    ]
    const url = `/api/v1/automations/${automationId}`
    await bed.service.app.inject({ method: 'PATCH', url, headers, payload: { actions } })
    const { error, steps } = await run(id)
    expect(steps).toMatchObject({ 2: { name: 'Open the form', status: 'failed' } })
    expect(error).toMatch(/^The login “Sign in” failed: Step "Open the form" \(navigate\) failed: .*\*\*\*/)
    expect(services).toBeDefined()
  })

  test('fails where the other automation is gone', async () => {
    const { id, automationId } = await makeBoth()
    const headers = await bed.service.key(ada.ownerId, 'automation:write')
    await bed.service.app.inject({ method: 'DELETE', url: `/api/v1/automations/${automationId}`, headers })
    expect((await run(id)).error).toBe('The automation that signs in is not there any more')
  })

  test('may not be signed in by itself, by one with a login, or by another account’s', async () => {
    const { id, login, actions } = await makeBoth()
    const headers = await bed.service.key(ada.ownerId, 'automation:write')
    const save = (payload: object, by = headers) =>
      bed.service.app.inject({
        method: 'POST',
        url: '/api/v1/automations',
        headers: by,
        payload: { name: 'Third', actions, ...payload },
      })
    const refused = [{ property: 'login.automationId' }]
    expect((await save({ login: { ...login, automationId: id } })).json()).toMatchObject(refused)
    const stranger = await bed.service.key(newId(), 'automation:write')
    expect((await save({ login }, stranger)).json()).toMatchObject(refused)
    const url = `/api/v1/automations/${login.automationId}`
    const own = await bed.service.app.inject({ method: 'PATCH', url, headers, payload: { login } })
    expect(own.json()).toMatchObject(refused)
    expect((await save({ login })).statusCode).toBe(201)
  })
})
