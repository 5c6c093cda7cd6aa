import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A site whose pages change when they are told, or again and again. */
export interface ChangingSite {
  url: string
  /** Changes all pages at `/told`; resolves with the time at which the first has changed, in ms since the epoch. */
  change(): Promise<number>
  close(): void
}

const content = `<style>body { font: 20px sans-serif } p { columns: 3 }</style><h1 id="n">0</h1>
<p>${'The harbour lay in fog, and nobody saw the boats that came in. '.repeat(60)}</p>`

const told = `<!doctype html>${content}<script>
  let hue = 0
  const changed = () => {
    // One that is only nearly another may have the same picture.
    hue += 60 + Math.random() * 240
    document.body.style.background = 'hsl(' + hue + ' 60% 80%)'
    fetch('/changed?at=' + (performance.timeOrigin + performance.now()))
  }
  new EventSource('/changes').addEventListener('message', changed)
</script>`

const moving = (everyMs: number) => `<!doctype html>${content}<script>
  let n = 0
  setInterval(() => (document.querySelector('#n').textContent = String(++n)), ${everyMs})
</script>`

export async function startChangingSite(): Promise<ChangingSite> {
  const listening = new Set<ServerResponse>()
  let changed: ((at: number) => void) | undefined
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site')
    if (pathname === '/changes') {
      listening.add(response)
      response.on('close', () => listening.delete(response))
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
      return
    }
    if (pathname === '/changed') changed?.(Number(searchParams.get('at')))
    response.setHeader('content-type', 'text/html')
    const pages: Record<string, string> = { '/told': told, '/moving': moving(100), '/ticking': moving(1000) }
    response.end(pages[pathname])
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change() {
      const at = new Promise<number>((resolve) => (changed = resolve))
      for (const response of listening) response.write('data: change\n\n')
      return at
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
