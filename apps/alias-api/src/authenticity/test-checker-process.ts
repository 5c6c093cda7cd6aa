import type { CheckRequest, PieceOfMessage } from './checker-process.ts'

const hoarded: string[][] = []
const incoming = new Map<number, string>()

// For tests: behaves as the message says.
process.on('message', (request: CheckRequest | PieceOfMessage) => {
  if ('piece' in request) return takePiece(request)
  const { id, message, isLarge } = request
  const command = Buffer.from(message.content).toString()
  if (command === 'hang') for (;;) hoarded.length = 0
  if (command === 'exhaust memory')
    for (;;) hoarded.push(Array.from({ length: 100_000 }, (_, index) => `${index}`))
  if (isLarge) incoming.set(id, command)
  // Long enough for other messages to be in the process as well.
  else setTimeout(() => process.send!({ id, authenticity: { header: command } }), 100)
})
process.send!('ready')

function takePiece({ id, piece }: PieceOfMessage): void {
  const command = incoming.get(id)
  if (piece) setTimeout(() => process.send!({ id, isTaken: true }), command === 'slow' ? 100 : 0)
  else process.send!({ id, authenticity: { header: command } })
}
