import { parseMessage } from './parse-message.ts'

// Whoever stops the process that asks may tell all that belongs to it; what is being read is read to its end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

// One message in, one answer out: what it says, or why that cannot be told. Ends with the process that asks.
process.on('message', (content: Uint8Array) => {
  parseMessage(Buffer.from(content.buffer, content.byteOffset, content.byteLength)).then(
    (parsed) => process.send!({ parsed }),
    (error: unknown) => process.send!({ error: String(error) }),
  )
})
process.send!('ready')
