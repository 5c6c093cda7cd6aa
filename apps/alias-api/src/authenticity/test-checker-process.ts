import type { CheckRequest, PieceOfMessage } from './checker-process.ts'

const hoard: string[][] = []
const coming = new Map<number, string>()

// For tests: behaves as the message says.
process.on('message', (request: CheckRequest | PieceOfMessage) => {
  if ('piece' in request) return takePiece(request)
  const { id, message, isLarge } = request
  const said = Buffer.from(message.content).toString()
  if (said === 'hang') for (;;) hoard.length = 0
  if (said === 'hoard') for (;;) hoard.push(Array.from({ length: 100_000 }, (_, index) => `${index}`))
  if (isLarge) coming.set(id, said)
  // Long enough for other messages to be in the process as well.
  else setTimeout(() => process.send!({ id, authenticity: { header: said } }), 100)
})
process.send!('ready')

function takePiece({ id, piece }: PieceOfMessage): void {
  const said = coming.get(id)
  if (piece) setTimeout(() => process.send!({ id, isTaken: true }), said === 'dawdle' ? 100 : 0)
  else process.send!({ id, authenticity: { header: said } })
}
