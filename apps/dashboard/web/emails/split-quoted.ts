/** A text, and the earlier emails that it quotes at its end; empty where it quotes none. */
export interface Quoted {
  text: string
  quoted: string
}

const isQuoted = (line: string) => line.startsWith('>') || line.trim() === ''
const isSeparator = (line: string) => /^-{2,10} ?Original Message ?-{2,10}$/i.test(line.trim())
// “On Monday, Ada wrote:” may be broken into two lines.
const attributionLines = 2

/** Splits a text from what it quotes at its end. Answers between quoted lines stay with what they answer, and a text that is nothing but quoted is whole. */
export function splitQuoted(text: string): Quoted {
  const lines = text.split('\n')
  const separator = lines.findIndex(isSeparator)
  const start = separator === -1 ? startOfQuote(lines) : separator
  const above = lines.slice(0, start).join('\n').trimEnd()
  if (start >= lines.length || above === '') return { text, quoted: '' }
  return { text: above, quoted: lines.slice(start).join('\n').trim() }
}

function startOfQuote(lines: string[]): number {
  let start = lines.length
  while (start > 0 && isQuoted(lines[start - 1]!)) start -= 1
  if (!lines.slice(start).some((line) => line.startsWith('>'))) return lines.length
  const before = lines.slice(Math.max(0, start - attributionLines), start)
  if (!before.at(-1)?.trim().endsWith(':')) return start
  const isBroken = before.length === attributionLines && before[0]!.trim() !== '' && !/^On\b/.test(before[1]!)
  return start - (isBroken ? attributionLines : 1)
}
