import type { Services } from '../../services.ts'
import { correctWords, type Word } from './correct-words.ts'
import { findDoing } from './deeds.ts'
import { embedTexts, type EmbedTexts } from './embed-texts.ts'
import type { Span } from './find-in-sentence.ts'
import { readCandidates } from './read-candidates.ts'
import { blank, type Request } from './read-request.ts'
import { keyOf, measureRarity, scoreCandidate, type Scored } from './score-candidate.ts'

export type MatchingServices = Pick<Services, 'db'> & {
  /** In place of the model that comes with the service. */
  embed?: EmbedTexts
}

/** All automations of the owner, the likeliest first. */
export async function rankCandidates(
  { db, embed = embedTexts }: MatchingServices,
  ownerId: string,
  request: Request,
  given: Record<string, string>,
): Promise<Scored[]> {
  const candidates = await readCandidates(db, ownerId)
  if (candidates.length === 0) return []
  const words = await correctWords(db, ownerId, [...new Set(request.tokens.map(({ text }) => keyOf(text)))])
  const textWithout = (spans: Span[]) => correctText(request, words, spans)
  const corrected = textWithout([])
  const rarity = measureRarity(candidates)
  const [meaning] = (await embed([corrected.replaceAll(/\s+/g, ' ').trim()])) ?? []
  const question = {
    request: { ...request, doing: findDoing(corrected) },
    words,
    meaning,
    given,
    textWithout,
    ...rarity,
  }
  return candidates
    .map((candidate) => scoreCandidate(question, candidate))
    .toSorted((one, other) => other.score - one.score)
}

// Values tell nothing of what is meant, and the model knows no misspelt words.
function correctText({ text, values, tokens }: Request, words: Map<string, Word>, spans: Span[]): string {
  let corrected = blank(text, [...values, ...spans])
  for (const { text: word, start, end } of tokens.toReversed()) {
    const meant = words.get(keyOf(word))?.corrected
    if (meant && corrected[start] !== ' ')
      corrected = corrected.slice(0, start) + meant + corrected.slice(end)
  }
  return corrected
}
