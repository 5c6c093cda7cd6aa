import type { ParserRequest } from './parser-request.ts'

// For tests: takes each piece of a large message a little late.
process.on('message', (request: ParserRequest) => {
  const isOver = 'piece' in request && request.piece === null
  if (isOver) process.send!({ parsed: { subject: 'all of it', attachments: [] } })
  else setTimeout(() => process.send!({ wants: 'piece' }), 100)
})
process.send!('ready')
