// For tests: a rewriter that hangs, or dies, on a message that asks for it.
process.on('message', (request: { piece?: Uint8Array | null; begin?: unknown }) => {
  if ('begin' in request) process.send!({ wants: 'piece' })
  else if (request.piece && Buffer.from(request.piece).includes('die')) process.exit(1)
  else if (request.piece && !Buffer.from(request.piece).includes('hang'))
    process.send!({ rewritten: { removed: { pixels: 0, links: 0, hosts: [] } } })
})

process.send!('ready')
