import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setInterval } from 'node:timers'
import { statusOf, type Attack } from '../attack.ts'

const webhooks = 100
const places = 10

/** Many webhooks on one host, which all get each event. */
const answerWith = (answer: (response: ServerResponse) => void): Attack => ({
  async run({ hostile, over, repeat, begin, count }) {
    const server = createServer((_request, response) => {
      count('POST')
      answer(response)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    over.addEventListener('abort', () => server.closeAllConnections())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (let index = 0; index < webhooks; index += 1)
      await hostile.alias('POST', '/api/v1/webhooks', { url: `${url}/${index}`, events: ['address.created'] })
    begin()
    await repeat(places, () => statusOf(hostile.alias('POST', '/api/v1/addresses', { expiresIn: 3600 })))
  },
})

/** Each event becomes a hundred requests for the host. */
export const promptWebhooks = answerWith((response) => response.writeHead(204).end())
export const hangingWebhooks = answerWith(() => {})
export const failingWebhooks = answerWith((response) => response.writeHead(500).end())
/** Answers that never end, a piece at a time. */
export const drippingWebhooks = answerWith((response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write('x'.repeat(1000)), 20)
  response.on('close', () => clearInterval(timer))
})
