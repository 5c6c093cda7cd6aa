import { languageOf } from './matching/words/verbs.ts'

/** What a request in another language than English needs; undefined for one in English. */
export function explainLanguage(text: string, of: 'matching' | 'generating'): string | undefined {
  // Also by the characters of another script.
  const isForeign = languageOf(text) !== 'en' || /[^\p{sc=Latin}\P{L}]/u.test(text)
  if (!isForeign) return undefined
  return of === 'matching'
    ? 'A request in another language than English is matched by the words of its automation: name automations in the language of the requests'
    : 'Without a language model, only English texts are made into automations: write the steps in English'
}
