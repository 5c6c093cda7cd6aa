import type { Services } from '../../services.ts'
import { type TextReader, textReader } from '../text-reader.ts'
import { correctWords } from './correct-words.ts'
import type { EmbedTexts } from './embed-texts.ts'
import { embedder } from './embedder.ts'
import { readCandidates } from './read-candidates.ts'
import type { Request } from './read-request.ts'
import { isVerbal } from './verbs.ts'
import { keyOf, type Scored } from './score-candidate.ts'

export type MatchingServices = Pick<Services, 'db'> & {
  /** Used instead of the model that comes with the service. */
  embed?: EmbedTexts
  /** Used instead of the process's thread. */
  reader?: TextReader
}

/** All automations of the owner, likeliest first. */
export async function rankCandidates(
  { db, embed = embedder, reader = textReader }: MatchingServices,
  ownerId: string,
  request: Request,
  given: Record<string, string>,
): Promise<Scored[]> {
  const candidates = await readCandidates(db, ownerId)
  if (candidates.length === 0) return []
  const asked = [...new Set(request.tokens.map(({ text }) => keyOf(text)))]
  const words = await correctWords(db, ownerId, asked)
  for (const [word, found] of words)
    if (isVerbal(word)) words.set(word, { ...found, corrected: null, correctedStem: null })
  const corrected = await reader.correctText(request, words)
  const [meaning] = (await embed([corrected.replaceAll(/\s+/g, ' ').trim()])) ?? []
  return reader.rank({ request, words, meaning, given, candidates })
}
