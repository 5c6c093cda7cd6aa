import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The receiver, in a separate process. It records when each delivery first arrived. `/hang` never answers.
let arrivals: [deliveryId: string, at: number][] = []

const now = () => performance.timeOrigin + performance.now()

const server = createServer((request, response) => {
  const at = now()
  if (request.url === '/hang') return
  if (request.url === '/arrivals') {
    response.end(JSON.stringify(arrivals))
    arrivals = []
    return
  }
  if (request.url === '/count') {
    response.end(String(arrivals.length))
    return
  }
  request.resume()
  request.on('end', () => {
    arrivals.push([String(request.headers['x-service-delivery']), at])
    response.writeHead(200, { 'content-length': 2 }).end('ok')
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
