import { quantile } from '../../harness/report.ts'
import type { Target } from '../http-bed.ts'

const times = 200

/** The median response time of a path for a single client, in ms. */
export async function timeAnswers({ origin, headers }: Target, path: string): Promise<number> {
  const durations: number[] = []
  for (let count = 0; count < times; count += 1) {
    const startedAt = performance.now()
    const response = await fetch(origin + path, { headers: headers[0]! })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path} answers ${response.status}`)
    durations.push(performance.now() - startedAt)
  }
  return quantile(durations, 0.5)
}

/** The path of the next page of a list, with its cursor. */
export async function findPageAfter({ origin, headers }: Target, path: string): Promise<string> {
  const response = await fetch(origin + path, { headers: headers[0]! })
  const next = /^<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  if (next === undefined) throw new Error(`${path} has no next page`)
  return new URL(next, origin).href.slice(origin.length)
}
