import { parseList } from './parse-environment.ts'

/**
 * Parses `a=1,b=x%20y` to `{ a: '1', b: 'x y' }`, OpenTelemetry's notation for several values in one variable.
 *
 * @throws where a part is not a pair; the message does not repeat it
 */
export function parsePairs(text: string): Record<string, string> {
  return Object.fromEntries(
    parseList(text).map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1) throw new Error('is not a list of name=value')
      try {
        return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]
      } catch {
        throw new Error('is not percent-encoded')
      }
    }),
  )
}
