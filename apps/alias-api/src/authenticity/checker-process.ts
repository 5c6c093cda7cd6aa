import type { DnsOptions } from '../services.ts'
import type { ReceivedMessage } from './authenticity.ts'
import { checkAuthenticity } from './check-authenticity.ts'

export interface CheckRequest {
  id: number
  message: Omit<ReceivedMessage, 'content'> & { content: Uint8Array }
  dns: DnsOptions
  dnsMs: number
}

// Whoever stops the process that asks may tell all that belongs to it; what is being checked is checked to its end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

// Many at a time, since each mostly waits for DNS. Ends with the process that asks.
process.on('message', ({ id, message, dns, dnsMs }: CheckRequest) => {
  const { buffer, byteOffset, byteLength } = message.content
  const content = Buffer.from(buffer, byteOffset, byteLength)
  checkAuthenticity({ ...message, content }, dns, dnsMs).then(
    (authenticity) => process.send!({ id, authenticity }),
    (error: unknown) => process.send!({ id, error: String(error) }),
  )
})
