import { sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { isOffered } from '../read-candidates.ts'

/** A word of a request: its stem, or null where it has no meaning, and its correction where it may be misspelt. */
export interface Word {
  stem: string | null
  corrected: string | null
  correctedStem: string | null
}

// Trigrams find the candidates; the number of differing letters decides.
const MIN_SIMILARITY = 0.2

/**
 * Looks up the words of a request among those of the owner's automations. An unknown word that differs from a known
 * one by a typing error is corrected.
 */
export async function correctWords(db: Db, ownerId: string, words: string[]): Promise<Map<string, Word>> {
  const { rows } = await db.execute<{
    word: string
    stems: string[] | null
    alike: string[] | null
    alike_stems: (string | null)[] | null
  }>(sql`
    with vocabulary as materialized (
      select word, (ts_lexize('english_stem', word))[1] stem
      from (
        select distinct word
        from automation.automations automation
        join automation.automation_profiles profile on profile.automation_id = automation.id
        cross join unnest(profile.words) word
        where ${isOffered(ownerId)}
      ) words
    ),
    asked as materialized (
      select word, ts_lexize('english_stem', word) stems
      from (select distinct word from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) word) words
    ),
    strange as materialized (
      select word from asked
      where length(word) between 3 and 30
        and word not in (select word from vocabulary)
        and stems[1] not in (select stem from vocabulary where stem is not null)
    )
    select asked.word, asked.stems, near.alike, near.alike_stems
    from asked
    left join lateral (
      select array_agg(word order by word) alike, array_agg(stem order by word) alike_stems
      from (
        select vocabulary.word, vocabulary.stem
        from strange, vocabulary
        where strange.word = asked.word
          and similarity(vocabulary.word, strange.word) >= ${MIN_SIMILARITY}
        order by similarity(vocabulary.word, strange.word) desc, vocabulary.word
        limit 8
      ) nearest
    ) near on true
  `)
  return new Map(
    rows.map(({ word, stems, alike, alike_stems: alikeStems }) => {
      const best = (alike ?? [])
        .map((each, index) => ({ index, each, slips: countSlips(word, each) }))
        .filter(({ each, slips }) => slips <= allowedSlips(word, each))
        .toSorted((one, other) => one.slips - other.slips)[0]
      return [
        word,
        {
          stem: stems?.[0] ?? null,
          corrected: best?.each ?? null,
          correctedStem: best ? (alikeStems?.[best.index] ?? null) : null,
        },
      ]
    }),
  )
}

// The first letter is hardly ever wrong, and in a short word another letter makes another word.
function allowedSlips(word: string, meant: string): number {
  if (word[0] !== meant[0] || /\d/.test(word)) return -1
  if (word.length <= 3) return meant.length === word.length + 1 && word.length === 3 ? 1 : -1
  return word.length >= 7 ? 2 : 1
}

/** Letters added, left out, changed, or swapped with their neighbours. */
function countSlips(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      let slips = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        slips = Math.min(slips, rows[i - 2]![j - 2]! + 1)
      row.push(slips)
    }
    rows.push(row)
  }
  return rows[one.length]![other.length]!
}
