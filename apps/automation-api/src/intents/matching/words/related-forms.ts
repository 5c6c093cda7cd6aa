import type { Language } from './languages.ts'

/** How much a word counts that is a part of another: "Stau" in "Staumeldungen". */
const PART = 0.75
const SHORTEST_PART = 4

/**
 * The stem that a word of another language than English is a form of, or a noun of German a part of. The stems are of the English
 * dictionary, which leaves the endings of other languages.
 */
export function findRelated(
  word: string,
  stems: Iterable<string>,
  { language, isNoun }: { language: Language; isNoun: (word: string) => boolean },
): { stem: string; share: number } | undefined {
  if (language === 'en') return undefined
  const own = fold(word)
  if (own.length < SHORTEST_PART - 1) return undefined
  const mayBePart = language === 'de' && isNoun(word)
  let part: string | undefined
  for (const stem of stems) {
    const other = fold(stem)
    if (other === own) return { stem, share: 1 }
    // Not the other way round: a water meter is another one than the meter.
    if (mayBePart && isPart(own, other)) part ??= stem
  }
  return part === undefined ? undefined : { stem: part, share: PART }
}

/** Without accents and the endings of cases, genders and numbers. */
function fold(word: string): string {
  const plain = word.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss')
  const bare = plain.replace(/(?:en|ern|er|es|em|e|n|os|as|s|x|a|o)$/, '')
  return bare.length >= SHORTEST_PART ? bare : plain
}

const isPart = (short: string, long: string) =>
  long.length >= short.length + 3 &&
  (long.startsWith(short) || (short.length >= SHORTEST_PART && long.endsWith(short)))
