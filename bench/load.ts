import { Pool } from 'undici'
import { quantile } from '../harness/report.ts'

/** The requests to repeat. */
export interface Order {
  origin: string
  paths: string[]
  /** One for each connection, repeated from the start where there are fewer. */
  headers: Record<string, string>[]
  connections: number
  warmUpMs: number
  durationMs: number
}

export interface Measurement {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

// The load generator, a process of its own: each client sends its next request once it has the whole response.
process.on('message', (order: Order) => {
  void measure(order).then((measurement) => process.send!(measurement))
})
process.once('disconnect', () => process.exit())

async function measure(order: Order): Promise<Measurement> {
  const pool = new Pool(order.origin, { connections: order.connections, pipelining: 1, allowH2: false })
  await sendRequests(pool, order, order.warmUpMs)
  const startedAt = performance.now()
  const latencies = await sendRequests(pool, order, order.durationMs)
  const seconds = (performance.now() - startedAt) / 1000
  await pool.close()
  return {
    perSecond: latencies.length / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  }
}

async function sendRequests(
  pool: Pool,
  { paths, headers, connections }: Order,
  forMs: number,
): Promise<number[]> {
  const latencies: number[] = []
  const until = performance.now() + forMs
  let next = 0
  const client = async (own: Record<string, string>): Promise<void> => {
    for (let sentAt = performance.now(); sentAt < until; sentAt = performance.now()) {
      const path = paths[(next += 1) % paths.length]!
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers: own })
      await body.dump()
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
      latencies.push(performance.now() - sentAt)
    }
  }
  await Promise.all(
    Array.from({ length: connections }, (_, index) => client(headers[index % headers.length]!)),
  )
  return latencies
}
