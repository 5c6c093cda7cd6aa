// For tests: does with a message what it says.
const hoard: string[][] = []

process.on('message', (content: Uint8Array | { isLarge: true }) => {
  // Of a large one it never asks for a piece.
  if ('isLarge' in content) return
  const said = Buffer.from(content).toString()
  if (said === 'die') process.kill(process.pid, 'SIGKILL')
  if (said === 'hang') for (;;) hoard.length = 0
  if (said === 'hoard') for (;;) hoard.push(Array.from({ length: 100_000 }, (_, index) => `${index}`))
  process.send!({ parsed: { subject: said, attachments: [] } })
})
process.send!('ready')
