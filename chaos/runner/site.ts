import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { actionsOn, startSite as startQuickSite } from '../../harness/site.ts'

const slowMs = 2_500
const busyMs = 1_500

const pages: Record<string, string> = {
  '/slow': '<h1>Slow</h1>',
  '/late': `<body><script>
    setTimeout(() => { document.body.innerHTML = '<h1>Late</h1>' }, ${slowMs})</script>`,
  '/busy': `<h1>Busy</h1><script>
    setTimeout(() => { const end = Date.now() + ${busyMs}; while (Date.now() < end); }, 50)</script>`,
}

export interface Site {
  /** The actions of the automations: most end at once, and others are still waiting when a fault is injected. */
  kinds: object[][]
  close(): void
}

/** Serves pages that answer at once, answer late, show their heading late, or run a script that blocks for a while. */
export async function startSite(): Promise<Site> {
  const quick = await startQuickSite()
  const server = createServer((request, response) => {
    const send = () => response.setHeader('content-type', 'text/html').end(pages[request.url!])
    if (!pages[request.url!]) response.writeHead(404).end()
    else if (request.url === '/slow') setTimeout(send, slowMs)
    else send()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const readHeading = (path: string) => [
    { name: 'open', type: 'navigate', url: `http://127.0.0.1:${port}${path}` },
    { name: 'wait', type: 'waitForElement', selectors: ['h1'] },
    { name: 'read', type: 'extractText', selectors: ['h1'], output: 'heading' },
  ]
  const five = actionsOn(quick.url)
  return {
    kinds: [
      five,
      five,
      readHeading('/slow'),
      five,
      five,
      readHeading('/late'),
      five,
      five,
      readHeading('/busy'),
    ],
    close() {
      quick.close()
      server.close()
      server.closeAllConnections()
    },
  }
}
