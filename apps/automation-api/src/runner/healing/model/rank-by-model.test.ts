import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { combineRankings } from '../ranking/combine-rankings.ts'
import { findByPlace } from '../find-by-place.ts'
import type { Traits } from '../may-heal-onto.ts'
import { type ModelServer, startModelServer } from './model-server.ts'
import type { ModelAnswer } from './rank-by-model.ts'
import { rankByRarity } from '../ranking/rank-by-rarity.ts'
import { rankBySimilarity } from '../ranking/rank-by-similarity.ts'
import { element, healWith, healWithout, KEY, MOVED, PAGE, SAVE, say } from '../test-ranking.ts'

let server: ModelServer
let answers: ModelAnswer[]

beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.questions.length = 0
  answers = []
})

const heal = healWith(() => ({ server, answers }))

const row = (index: number) =>
  element(index, {
    name: 'Compare',
    before: [`Chair ${index}`, `Chair ${index - 1}`],
    after: [`Chair ${index + 1}`],
    ordinal: { index, count: 3 },
  })

/** The same element elsewhere on the page. */
const at = (place: number, { fingerprint }: Traits) => {
  const { box, indexedXpath } = element(place, {}).fingerprint
  const ordinal = { ...fingerprint.ordinal, index: place }
  return element(place, { ...fingerprint, box, indexedXpath, ordinal })
}

const indices = (...given: number[]) => ({
  scores: given.map((index) => ({ index, score: index === 1 ? 0 : 1 })),
  noneOfThem: 1,
})

describe('a model that is asked about a heal', () => {
  it('changes nothing by agreeing', async () => {
    server.answer = say({ Save: 0.95, Send: 0.2 })
    expect(await heal(SAVE, PAGE)).toEqual(healWithout(SAVE, PAGE))
    expect(healWithout(SAVE, PAGE)).toMatchObject({ outcome: 'persist', best: MOVED })
    expect(answers).toMatchObject([{ verdict: 'confirmed' }])
  })

  it('prevents the heal by finding that none of the candidates is the element', async () => {
    server.answer = say({ Save: 0.3 }, 0.9)
    expect(await heal(SAVE, PAGE)).toMatchObject({ outcome: 'failed' })
    expect(answers).toMatchObject([{ verdict: 'doubted' }])
  })

  it('prevents the heal by preferring another element', async () => {
    server.answer = say({ Save: 0.3, Send: 0.9 })
    expect(await heal(SAVE, PAGE)).toMatchObject({ outcome: 'failed' })
  })

  it('agrees by choosing an element inside the right one', async () => {
    const inside = element(5, {
      tag: 'span',
      name: 'inner',
      indexedXpath: `${MOVED.fingerprint.indexedXpath}/span[1]`,
    })
    server.answer = say({ inner: 0.9 })
    expect(await heal(SAVE, [...PAGE, inside])).toMatchObject({ best: MOVED })
  })

  it('prevents a heal that is decided by place among namesakes', async () => {
    // Another one is at its place, and only the texts around it show that it has moved.
    const rows = [at(1, row(3)), at(2, row(1)), at(9, row(2))]
    const target = row(2)
    const rankings = [rankBySimilarity, rankByRarity].map((rank) => rank(target.fingerprint, rows))
    expect(findByPlace(target.fingerprint, combineRankings(rankings))?.best).toBe(rows[2])
    server.answer = ({ candidates }) => ({
      scores: candidates.map(({ index, after }) => ({ index, score: Number(String(after) === 'Chair 3') })),
      noneOfThem: 0.1,
    })
    expect(await heal(target, rows)).toEqual(healWithout(target, rows))
    expect(healWithout(target, rows)).toMatchObject({ outcome: 'tentative', best: rows[2] })
    server.answer = say({ Compare: 0.2 }, 0.8)
    expect(await heal(target, rows)).toMatchObject({ outcome: 'failed' })
  })

  it('does not change the closest candidates or their order when it objects', async () => {
    server.answer = say({}, 1)
    const decision = await heal(SAVE, PAGE)
    const names = decision.outcome === 'failed' && decision.ranked.map(({ candidate }) => candidate)
    expect(names).toEqual(rankBySimilarity(SAVE.fingerprint, PAGE).map(({ candidate }) => candidate))
  })

  it('is not asked where nothing would be accepted anyway', async () => {
    await heal(SAVE, [])
    await heal(SAVE, [element(9, { tag: 'a', role: 'link', type: '', name: 'Imprint' })])
    expect(server.questions).toEqual([])
  })
})

describe('an unreliable model', () => {
  it.each<[string, ModelServer['answer'], RegExp]>([
    ['names unknown candidates', () => indices(0, 1, 7), /another form/],
    ['names a candidate twice', () => indices(0, 1, 1), /another form/],
    ['leaves a candidate out', () => indices(0, 1), /another form/],
    ['has negative indices', () => indices(-1, 0, 1), /another form/],
    ['scores out of bounds', () => ({ ...indices(0, 1, 2), noneOfThem: 1e9 }), /another form/],
    ['writes prose', () => 'I am sure that it is none of them!', /another form/],
    ['writes nothing', () => '', /another form/],
    ['responds with invalid JSON', (_, response) => void response.end('<html>'), /another form/],
    ['responds without a completion', (_, response) => void response.end('{"choices":[]}'), /another form/],
    ['fails', (_, response) => void response.writeHead(500).end(`bad key ${KEY}`), /^HTTP 500$/],
    [
      'refuses',
      (_, response) => void response.writeHead(401).end(`{"error":{"message":"${KEY}"}}`),
      /^HTTP 401$/,
    ],
    ['redirects', (_, response) => void response.writeHead(307, { location: '/v2' }).end(), /./],
    ['closes the connection', (_, response) => void response.destroy(), /^no connection$/],
  ])('has no effect when it %s', async (_, answer, reason) => {
    server.answer = answer
    expect(await heal(SAVE, PAGE)).toEqual(healWithout(SAVE, PAGE))
    expect(answers).toMatchObject([{ verdict: 'unavailable', reason: expect.stringMatching(reason) }])
    expect(JSON.stringify(answers)).not.toContain(KEY)
    expect(server.questions).toHaveLength(1)
  })

  it.each<[string, ModelServer['answer']]>([
    ['does not respond', () => undefined],
    ['begins an endless response', (_, response) => void response.writeHead(200).write('{"choices": [')],
  ])('has no effect, and is not waited for, when it %s', async (_, answer) => {
    server.answer = answer
    expect(await heal(SAVE, PAGE, { timeoutMs: 150 })).toEqual(healWithout(SAVE, PAGE))
    expect(answers).toMatchObject([{ verdict: 'unavailable', reason: 'no answer within 150 ms' }])
  })

  it('has no effect when nothing listens at its URL', async () => {
    const gone = await startModelServer()
    await gone.close()
    expect(await heal(SAVE, PAGE, { baseUrl: gone.baseUrl })).toEqual(healWithout(SAVE, PAGE))
    expect(answers).toMatchObject([{ verdict: 'unavailable', reason: 'no connection' }])
  })
})
