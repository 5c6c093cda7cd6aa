import { expect, it } from 'vitest'
import { waitUntil } from './wait-until.ts'

/** Looks at a page that takes so long for each answer; gives what each look was told, and when the last one began. */
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

it('a slow page is not looked at once more when its time is up', async () => {
  expect(await lookAt([150], 500)).toEqual({ looks: [false, false, false, true], lastAtMs: 450 })
})

it('one that was busy for a while is looked at to the end all the same', async () => {
  expect(await lookAt([600, 100], 1000)).toEqual({ looks: [false, false, false, false, true], lastAtMs: 900 })
})
