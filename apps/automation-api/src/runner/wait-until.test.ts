import { expect, it } from 'vitest'
import { waitUntil } from './wait-until.ts'

/**
 * Queries a page that takes so long for each response; returns the time-out of each query, and when the last one
 * began.
 */
async function lookAt(answersAfterMs: number[], timeoutMs: number) {
  let leftMs = timeoutMs
  let lastAtMs = 0
  const looks: boolean[] = []
  await waitUntil(
    { signal: new AbortController().signal, remainingMs: () => Math.max(1, leftMs) },
    async (isLastLook) => {
      lastAtMs = timeoutMs - leftMs
      leftMs -= answersAfterMs[looks.length] ?? answersAfterMs.at(-1)!
      looks.push(isLastLook)
      return undefined
    },
  )
  return { looks, lastAtMs }
}

it('a slow page is not queried once more when its time is up', async () => {
  expect(await lookAt([150], 500)).toEqual({ looks: [false, false, false, true], lastAtMs: 450 })
})

it('a page that was busy for a while is still queried to the end', async () => {
  expect(await lookAt([600, 100], 1000)).toEqual({ looks: [false, false, false, false, true], lastAtMs: 900 })
})
