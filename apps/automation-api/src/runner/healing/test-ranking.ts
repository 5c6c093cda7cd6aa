import { decide } from './decide.ts'
import { type Fingerprint, toFingerprint } from './fingerprint.ts'
import type { Traits } from './may-heal-onto.ts'
import type { ModelServer, Question } from './model/model-server.ts'
import type { ModelAnswer, ModelRankerOptions } from './model/rank-by-model.ts'
import { rankByRarity } from './ranking/rank-by-rarity.ts'
import { rankBySimilarity } from './ranking/rank-by-similarity.ts'
import { rankersWithModel } from './model/rankers-with-model.ts'

export const KEY = 'sk-very-secret-key'

export function element(place: number, fields: Partial<Fingerprint>): Traits {
  const fingerprint = toFingerprint({
    tag: 'button',
    role: 'button',
    type: 'button',
    text: fields.name,
    indexedXpath: `/html[1]/body[1]/button[${place}]`,
    box: { x: 100, y: 40 * place, width: 60, height: 20 },
    ...fields,
  })
  return { fingerprint, isEditable: false, isSubmit: false }
}

export const SAVE = element(3, { name: 'Save', before: ['Title', 'Text'], after: ['Help'] })
export const MOVED = element(5, {
  ...SAVE.fingerprint,
  indexedXpath: '/html[1]/body[1]/nav[1]/button[1]',
  id: 'x',
})
export const SEND = element(1, { name: 'Send', before: ['Mail'], after: ['Spam'] })
export const PRINT = element(2, { name: 'Print', before: ['Paper'], after: ['Ink'] })
export const PAGE = [SEND, MOVED, PRINT]

/** For tests: decides with the model of the server; its responses are recorded. */
export const healWith =
  (current: () => { server: ModelServer; answers: ModelAnswer[] }) =>
  async (target: Traits, page: Traits[], options: Partial<ModelRankerOptions> = {}) => {
    const rankers = rankersWithModel({
      baseUrl: current().server.baseUrl,
      model: 'small',
      apiKey: KEY,
      timeoutMs: 60_000,
      maxCandidates: 15,
      onAnswer: (answer) => current().answers.push(answer),
      ...options,
    })
    return decide(target, await Promise.all(rankers.map(async ({ rank }) => rank(target.fingerprint, page))))
  }

export function healWithout(target: Traits, page: Traits[]) {
  return decide(target, [rankBySimilarity(target.fingerprint, page), rankByRarity(target.fingerprint, page)])
}

/** Responds with these scores for candidates, by their names. */
export function say(scores: Record<string, number>, noneOfThem = 0) {
  return ({ candidates }: Question) => ({
    scores: candidates.map(({ index, name }) => ({ index, score: scores[String(name)] ?? 0 })),
    noneOfThem,
  })
}
