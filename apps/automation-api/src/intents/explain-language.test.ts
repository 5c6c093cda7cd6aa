import { expect, test } from 'vitest'
import { openIntentBed } from './test-intents.ts'

const { bed, ask, understand, read, weather } = openIntentBed()

const LANGUAGE =
  'A request in another language than English is matched by the words of its automation: name automations in the language of the requests'

/** The outcome of a request with a key that may not write automations. */
async function askToRun(text: string) {
  await weather()
  const key = await bed.service.key(bed.ownerId(), 'automation:read', 'automation:execute')
  const { intentId } = await ask(text, {}, key)
  await understand(intentId)
  return read(intentId)
}

test.each(['Buy a boat', 'Feed the cat of my neighbour', 'Open Zoë'])(
  'an English request that no automation fits fails without a word about languages: %s',
  async (text) => {
    expect(await askToRun(text)).toMatchObject({
      status: 'failed',
      reason: 'no_match',
      error: 'No automation does what was asked for',
    })
  },
)

test.each([
  'Kaufe mir bitte ein Boot',
  'Storniere Netflix',
  'Achète un bateau pour moi',
  '¿Cuánto cuesta un barco?',
  'Αγόρασε μια βάρκα',
  'ボートを買う',
])('a request in another language that no automation fits says what such requests need: %s', async (text) => {
  expect(await askToRun(text)).toMatchObject({
    status: 'failed',
    reason: 'no_match',
    error: `No automation does what was asked for. ${LANGUAGE}`,
  })
})
