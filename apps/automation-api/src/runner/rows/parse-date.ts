import type * as Chrono from 'chrono-node'

type Parser = Pick<Chrono.Chrono, 'parse'>

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/

/**
 * A date in ISO 8601, with the time where the text has one; undefined where the text does not name a day of a year.
 */
export async function parseDate(text: string, locale: string): Promise<string | undefined> {
  const iso = ISO.exec(text.trim())
  if (iso) {
    const [, day = '', time, seconds = '', zone = ''] = iso
    if (Number.isNaN(Date.parse(`${day}T00:00Z`))) return undefined
    return time === undefined ? day : `${day}T${time}${seconds}${zone}`
  }
  // Loaded by the first step that needs it: most runs read no dates.
  const { start } = findParser(await import('chrono-node'), locale).parse(text)[0] ?? {}
  if (!start || !(['day', 'month', 'year'] as const).every((part) => start.isCertain(part))) return undefined
  const pad = (part: 'month' | 'day' | 'hour' | 'minute') => String(start.get(part)).padStart(2, '0')
  const day = `${String(start.get('year')).padStart(4, '0')}-${pad('month')}-${pad('day')}`
  return start.isCertain('hour') ? `${day}T${pad('hour')}:${pad('minute')}` : day
}

// Of a language that the library does not know, dates in digits can be read: the day first, except in the United States.
function findParser(chrono: typeof Chrono, locale: string): Parser {
  const { language, region } = new Intl.Locale(locale).maximize()
  if (language === 'en') return region === 'US' ? chrono.en.strict : chrono.en.GB
  const parsers: Record<string, { strict?: Parser; casual?: Parser }> = {
    de: chrono.de,
    fr: chrono.fr,
    ja: chrono.ja,
    pt: chrono.pt,
    nl: chrono.nl,
    zh: chrono.zh,
    ru: chrono.ru,
    es: chrono.es,
    uk: chrono.uk,
  }
  const known = parsers[language]
  return known?.strict ?? known?.casual ?? chrono.en.GB
}
