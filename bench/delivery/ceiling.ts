import { Agent, request } from 'undici'
import { attemptHeaders, automationChannel } from '@waypost/webhooks'

// As fast as Node and undici go: the same body, signed anew each time, over keep-alive connections, and nothing else.
const [url, secret, body, total, concurrency] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
]
const agent = new Agent({ connections: Number(concurrency), allowH2: false })
const startedAt = performance.now()
let left = Number(total)

async function work(): Promise<void> {
  while (left-- > 0) {
    const attempt = { deliveryId: String(left), event: 'execution.started', body, sentAt: new Date() }
    const headers = attemptHeaders(automationChannel, attempt, secret)
    const response = await request(url, { dispatcher: agent, method: 'POST', headers, body })
    await response.body.dump()
  }
}
await Promise.all(Array.from({ length: Number(concurrency) }, work))
process.send!(Number(total) / ((performance.now() - startedAt) / 1000))
await agent.close()
process.disconnect()
