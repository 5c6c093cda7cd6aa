import { newId } from '@waypost/postgres'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Action } from '../../automations/action.ts'
import { createAutomation } from '../../automations/create-automation.ts'
import { sessions } from '../../db/tables.ts'
import { openRecorderBed } from './test-recording.ts'

const entered: string[] = []
const { bed, start, begin, ask } = openRecorderBed({
  '/account': (request, response) => {
    const isIn = (request.headers.cookie ?? '').includes('portal=1')
    response.setHeader('content-type', 'text/html')
    response.end(isIn ? '<title>Account</title><h1>Account</h1>' : '<title>Out</title><p>Sign in</p>')
  },
  '/enter': (request, response) => {
    entered.push(request.url ?? '')
    response.setHeader('set-cookie', 'portal=1; Max-Age=3600').setHeader('content-type', 'text/html')
    response.end('<h1>Welcome</h1>')
  },
})
const page = (body: string) => `<!doctype html><title>Shop</title><h1>Shop</h1>${body}`
beforeEach(() => {
  entered.length = 0
  bed.page = page('<p id="banner">Cookies</p><button class="more">More</button><p id="said"></p>')
})

const open = (): Action => ({ type: 'navigate', name: 'Open', url: `${bed.site.url}/` })
const click = (name: string, selector: string): Action => ({ type: 'click', name, selectors: [selector] })

const login = (automationId: string) => ({
  login: { automationId, url: `${bed.site.url}/account`, loggedIn: { present: ['h1'] } },
})
const openAccount = (): Action => ({ type: 'navigate', name: 'Account', url: `${bed.site.url}/account` })

async function automationOf(actions: Action[], given: Partial<Parameters<typeof createAutomation>[2]> = {}) {
  const ownerId = newId()
  const actor = { ownerId, keyId: null, ip: '' }
  const make = async (name: string, steps: Action[], settings = {}) =>
    (await createAutomation(bed.service.services, actor, { name, actions: steps, ...settings })).id
  return { ownerId, make, automationId: await make('Shop', actions, given) }
}
const endOf = async ({ id, headers, ended }: Awaited<ReturnType<typeof start>>) => {
  await ended
  return (await ask('GET', `/api/v1/recordings/${id}`, headers)).json<{ error: string | null }>().error
}

describe('a recording that begins before a step', () => {
  test('shows the page as it is at the first turn of a step within others, which is not performed', async () => {
    bed.page = page(`<button class="more" onclick="this.after('!'); document.title += ' more'">More</button>`)
    const loop: Action = {
      type: 'repeat',
      name: 'All of them',
      times: 3,
      steps: [
        click('More', '.more'),
        {
          type: 'if',
          name: 'Twice?',
          condition: { text: '!!' },
          steps: [click('Gone', '#gone'), click('Never', '#never')],
        },
      ],
    }
    const { ownerId, automationId } = await automationOf([open(), loop, click('After', '#never')])
    const recording = await begin({ automationId, beforeStep: 'Gone' }, {}, ownerId)
    expect(await recording.page().title()).toBe('Shop more more')
    expect(await recording.get()).toMatchObject({ beforeStep: 'Gone', afterStep: null })
    await recording.finish()
  })

  test('ends with the reason where the turn of that step does not come', async () => {
    const choice: Action = {
      type: 'if',
      name: 'Sold out?',
      condition: { text: 'Sold out' },
      steps: [click('Pay', '#pay')],
    }
    const { ownerId, automationId } = await automationOf([open(), choice])
    const started = await start({ automationId, beforeStep: 'Pay' }, {}, ownerId)
    expect(await endOf(started)).toBe('The steps before it do not lead to “Pay”')
  })
})

describe('a recording in an automation with a login', () => {
  test('is signed in before the first step, and keeps no session of it', async () => {
    const { ownerId, make } = await automationOf([open()])
    const enter: Action = { type: 'navigate', name: 'Enter', url: `${bed.site.url}/enter` }
    const automationId = await make('Balance', [openAccount()], login(await make('Sign in', [enter])))
    const recording = await begin({ automationId }, {}, ownerId)
    expect(await recording.page().title()).toBe('Account')
    expect(entered).toHaveLength(1)
    await recording.finish()
    const { db } = bed.service.database.connectAsOwner()
    expect(await db.$count(sessions, eq(sessions.ownerId, ownerId))).toBe(0)
  })

  test('ends with the reason where that does not sign in', async () => {
    const { ownerId, make } = await automationOf([open()])
    const automationId = await make('Balance', [openAccount()], login(await make('Sign in', [open()])))
    const started = await start({ automationId }, {}, ownerId)
    expect(await endOf(started)).toBe('The login “Sign in” did not sign in')
  })
})
