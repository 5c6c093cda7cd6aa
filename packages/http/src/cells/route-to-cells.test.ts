import { afterEach, expect, test, vi } from 'vitest'
import type { App } from '../app.ts'
import { createApp } from '../create-app.ts'
import { standardErrorForm } from '../errors/standard-error-form.ts'
import { createLogger } from '../observability/logger.ts'
import { admitHere } from './hand-over.ts'
import { routeToCells, unavailable } from './route-to-cells.ts'

const apps: App[] = []
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())))

/** An application that admits those who are in it, and answers with its name and their body. */
function openApp(name: string, admits: string[], prepare: (app: App) => void = () => {}): App {
  const app = createApp({
    logger: createLogger('test', 'silent'),
    errorForm: standardErrorForm,
    trustProxy: false,
    corsOrigins: [],
  })
  apps.push(app)
  prepare(app)
  const admit = async (account: string) => {
    if (!admits.includes(account)) throw unavailable()
  }
  app.post(
    '/',
    {
      onRequest: async (request, reply) => {
        const account = String(request.headers['x-account'])
        await admitHere(request, reply, `owner ${account}`, () => admit(account))
      },
    },
    async ({ body }) => ({ name, body }),
  )
  return app
}

async function openRouted(
  findCell: (credential: string) => Promise<string | null>,
  cells: Record<string, string[]>,
  atHome: string[] = [],
  asks: 'owner' | 'operator' = 'owner',
) {
  const opened = new Map(Object.entries(cells).map(([name, admits]) => [name, openApp(name, admits)]))
  await Promise.all([...opened.values()].map((app) => app.ready()))
  return openApp('home', atHome, (app) =>
    routeToCells(app, {
      findApp: (cell) => opened.get(cell),
      readCredential: ({ headers }) => `${asks} ${String(headers['x-account'])}`,
      findCells: (credentials) => Promise.all(credentials.map(findCell)),
    }),
  )
}
const gone = () => Promise.reject(new Error('gone'))
const ask = (app: App) =>
  app.inject({ method: 'POST', url: '/', headers: { 'x-account': 'ada' }, payload: { a: 1 } })

test('a request reaches its cell with its body, also by way of another', async () => {
  const findCell = vi.fn(async () => 'c2').mockResolvedValueOnce('c1')
  const app = await openRouted(findCell, { c1: [], c2: ['ada'] })
  expect((await ask(app)).json()).toEqual({ name: 'c2', body: { a: 1 } })
  expect((await ask(app)).json()).toMatchObject({ name: 'c2' })
  expect(findCell).toHaveBeenCalledTimes(2)
})

test('a request whose account has come home is answered there', async () => {
  const findCell = vi.fn(async (): Promise<string | null> => null).mockResolvedValueOnce('c1')
  const app = await openRouted(findCell, { c1: [] }, ['ada'])
  expect((await ask(app)).json()).toEqual({ name: 'home', body: { a: 1 } })
})

test('a request is refused that no application admits, however the directory changes', async () => {
  let asked = 0
  const app = await openRouted(async () => (asked++ % 2 === 0 ? 'c1' : 'c2'), { c1: [], c2: [] })
  const response = await ask(app)
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5'])
  expect(asked).toBeLessThan(10)
})

test('a request for a cell that is away is refused, also by way of another', async () => {
  for (const hint of ['away', 'c1']) {
    const findCell = vi.fn(async () => 'away').mockResolvedValueOnce(hint)
    expect((await ask(await openRouted(findCell, { c1: [] }))).statusCode).toBe(503)
  }
})

test('where the directory does not answer, the home does, and refuses whom it does not have', async () => {
  expect((await ask(await openRouted(gone, {}, ['ada']))).json()).toMatchObject({ name: 'home' })
  expect((await ask(await openRouted(gone, {}))).statusCode).toBe(503)
})

test('where the directory does not answer, nothing is done for an operator', async () => {
  expect((await ask(await openRouted(gone, {}, ['ada'], 'operator'))).statusCode).toBe(503)
})
