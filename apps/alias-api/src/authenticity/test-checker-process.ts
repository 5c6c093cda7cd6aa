import type { CheckRequest } from './checker-process.ts'

// For tests: does with a message what it says.
process.on('message', ({ id, message }: CheckRequest) => {
  const said = Buffer.from(message.content).toString()
  if (said === 'hang') for (;;) hoard.length = 0
  if (said === 'hoard') for (;;) hoard.push(Array.from({ length: 100_000 }, (_, index) => `${index}`))
  // Long enough for others to be there as well.
  setTimeout(() => process.send!({ id, authenticity: { header: said } }), 100)
})
process.send!('ready')

const hoard: string[][] = []
