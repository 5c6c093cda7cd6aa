// For tests: behaves as the message says.
const hoard: string[][] = []

process.on('message', (content: Uint8Array | { isLarge: true }) => {
  // Never asks for a piece of a large message.
  if ('isLarge' in content) return
  const said = Buffer.from(content).toString()
  if (said === 'die') process.kill(process.pid, 'SIGKILL')
  if (said === 'hang') for (;;) hoard.length = 0
  if (said === 'hoard') for (;;) hoard.push(Array.from({ length: 100_000 }, (_, index) => `${index}`))
  process.send!({ parsed: { subject: said, attachments: [] } })
})
process.send!('ready')
