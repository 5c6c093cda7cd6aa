import type { Services } from '../../services.ts'
import { type TextReader, textReader } from '../text-reader.ts'
import { correctWords } from './words/correct-words.ts'
import { synonymsOf } from './words/everyday-words.ts'
import { isFiller } from './values/find-in-sentence.ts'
import { readCandidates } from './read-candidates.ts'
import type { Request } from './read-request.ts'
import { isVerbal } from './words/verbs.ts'
import { keyOf } from './question.ts'
import type { Scored } from './score-candidate.ts'

export type MatchingServices = Pick<Services, 'db'> & {
  /** Used instead of the process's thread. */
  reader?: TextReader
}

/** All automations of the owner, likeliest first. */
export async function rankCandidates(
  { db, reader = textReader }: MatchingServices,
  ownerId: string,
  request: Request,
  given: Record<string, string>,
): Promise<Scored[]> {
  const candidates = await readCandidates(db, ownerId)
  if (candidates.length === 0) return []
  const asked = [...new Set(request.tokens.map(({ text }) => keyOf(text)))]
  const words = await correctWords(db, ownerId, [...new Set([...asked, ...asked.flatMap(synonymsOf)])])
  for (const [word, found] of words)
    if (isVerbal(word) || isFiller(word)) words.set(word, { ...found, corrected: null, correctedStem: null })
  return reader.rank({ request, words, given, candidates })
}
