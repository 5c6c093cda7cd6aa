import { readFileSync } from 'node:fs'

const others = new Map<string, string[]>()

const [, table = ''] = readFileSync(new URL('everyday-words.txt', import.meta.url), 'utf8').split(/\n\n/)
for (const line of table.split('\n')) {
  const words = line
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '' && !word.includes(' '))
  for (const word of words)
    others.set(word, [...new Set([...(others.get(word) ?? []), ...words.filter((other) => other !== word)])])
}

/** Other words for the same thing: a movie is a film. */
export const synonymsOf = (word: string): string[] => others.get(word) ?? []
