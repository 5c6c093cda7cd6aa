import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createTestDashboard, type TestDashboard } from '../create-test-dashboard.ts'
import type { TestBrowser } from '../test-browser.ts'

const id = '01890000-0000-7000-8000-000000000001'
const elsewhere = '01890000-0000-7000-8000-000000000002'

let dashboard: TestDashboard
let origin: string
let service: Server
let ada: TestBrowser
/** The service's requests for views, with their credentials. */
const asked: { path: string; key: unknown }[] = []

beforeAll(async () => {
  const sockets = new WebSocketServer({ noServer: true })
  service = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    request.resume()
    if (request.url === '/api-keys') return answer(201, { apiKey: { _id: 'key' }, rawKey: 'gfac_of_ada' })
    if (request.url?.includes('/live-view'))
      asked.push({ path: `${request.method} ${request.url}`, key: request.headers['x-api-key'] })
    if (request.url?.includes(id)) return answer(201, { url: '/live-view?token=once', expiresAt: '' })
    return answer(409, { statusCode: 409, message: 'Execution is not running', error: 'Conflict' })
  })
  service.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (connection) => {
      connection.send(`opened ${request.url} with ${request.headers.cookie ?? 'no cookie'}`)
      connection.on('message', (data) => connection.send(data))
    })
  })
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const automation = new URL(`http://127.0.0.1:${(service.address() as AddressInfo).port}`)
  dashboard = await createTestDashboard({ upstreams: { automation, alias: automation } })
  origin = await dashboard.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await dashboard.close()
  service.closeAllConnections()
  service.close()
})
beforeEach(async () => {
  asked.length = 0
  await dashboard.empty()
  ada = await dashboard.signUp('ada@example.com')
})

const open = (headers: Record<string, string>, watched = id) =>
  new WebSocket(`${origin.replace('http', 'ws')}/live-views/${watched}`, { headers })
const own = () => ({ cookie: ada.cookie!, origin })
const read = async (socket: WebSocket) => String(((await once(socket, 'message')) as [Buffer])[0])
const refusalOf = async (socket: WebSocket) => {
  const error = await once(socket, 'open').catch((thrown: unknown) => thrown)
  return (error as Error).message
}

describe('a live view', () => {
  test('is opened with a key of the sign-in, and its token never reaches the page', async () => {
    const socket = open(own())
    expect(await read(socket)).toBe('opened /live-view?token=once with no cookie')
    socket.send('seen')
    expect(await read(socket)).toBe('seen')
    expect(asked).toEqual([{ path: `POST /api/v1/executions/${id}/live-view`, key: 'gfac_of_ada' }])
    socket.close()
    await once(socket, 'close')
  })

  test('of a recording is opened in the same way', async () => {
    const socket = open(own(), `recordings/${id}`)
    expect(await read(socket)).toBe('opened /live-view?token=once with no cookie')
    expect(asked).toEqual([{ path: `POST /api/v1/recordings/${id}/live-view`, key: 'gfac_of_ada' }])
    socket.close()
    await once(socket, 'close')
  })

  test('is refused without a sign-in, and to the pages of other origins', async () => {
    expect(await refusalOf(open({ origin }))).toContain('401')
    expect(await refusalOf(open({ ...own(), origin: 'https://evil.example' }))).toContain('403')
    expect(await refusalOf(open({ cookie: ada.cookie! }))).toContain('403')
    expect(await refusalOf(open({ ...own(), 'sec-fetch-site': 'same-site' }))).toContain('403')
    expect(asked).toEqual([])
  })

  test('of what has ended meanwhile is closed as those that were open', async () => {
    const [code] = (await once(open(own(), elsewhere), 'close')) as [number]
    expect(code).toBe(4000)
  })

  test('is refused where there is none', async () => {
    expect(await refusalOf(open(own(), 'everything'))).toContain('404')
  })
})
