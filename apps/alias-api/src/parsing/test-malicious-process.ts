// For tests: behaves as the message says.
const hoarded: string[][] = []

process.on('message', (content: Uint8Array | { isLarge: true }) => {
  // Never asks for a piece of a large message.
  if ('isLarge' in content) return
  const command = Buffer.from(content).toString()
  if (command === 'die') process.kill(process.pid, 'SIGKILL')
  if (command === 'hang') for (;;) hoarded.length = 0
  if (command === 'exhaust memory')
    for (;;) hoarded.push(Array.from({ length: 100_000 }, (_, index) => `${index}`))
  process.send!({ parsed: { subject: command, attachments: [] } })
})
process.send!('ready')
