import { Agent, request } from 'undici'
import { attemptHeaders, automationChannel } from '@waypost/webhooks'
import { warmUp } from './warm-up.ts'

// The upper limit of Node and undici: POSTs of the same body, signed each time, over keep-alive connections.
const [url, secret, body, total, concurrency] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
]
const agent = new Agent({ connections: Number(concurrency), allowH2: false })
let left = 0

async function work(): Promise<void> {
  while (left-- > 0) {
    const attempt = { deliveryId: String(left), event: 'execution.started', body, sentAt: new Date() }
    const headers = attemptHeaders(automationChannel, attempt, secret)
    const response = await request(url, { dispatcher: agent, method: 'POST', headers, body })
    await response.body.dump()
  }
}

async function send(count: number): Promise<void> {
  left = count
  await Promise.all(Array.from({ length: Number(concurrency) }, work))
}
await send(warmUp)
const startedAt = performance.now()
await send(Number(total))
process.send!(Number(total) / ((performance.now() - startedAt) / 1000))
await agent.close()
process.disconnect()
