import type { LineDecoder } from './line-decoder.ts'

// A content may be one line; what follows padding on its line is hardly ever long.
const longestRest = 1000

/**
 * Decodes base64. Characters outside of its alphabet are skipped (RFC 2045, 6.8). Padding ends it, unless more of it
 * follows, since some programs pad each line: what others write behind it, as mailing lists do, is not in base64.
 */
export function createBase64Decoder(): LineDecoder {
  let state: 'open' | 'padded' | 'over' = 'open'
  /** Fewer than four characters, whose bytes are not known yet. */
  let group = ''
  /** The line so far, from its padding on. */
  let line = ''

  const decode = (text: string): Buffer => {
    const all = group + text.replaceAll(/[^A-Za-z0-9+/]+/g, '')
    const whole = all.length - (all.length % 4)
    group = all.slice(whole)
    return Buffer.from(all.slice(0, whole), 'base64')
  }
  const pad = (): Buffer => {
    const bytes = Buffer.from(group, 'base64')
    group = ''
    state = 'padded'
    return bytes
  }
  const endLine = (): Buffer[] => {
    const unit = line.replace(/^=+/, '').trim()
    line = ''
    if (unit === '') return []
    if (unit.length % 4 !== 0 || /[^A-Za-z0-9+/=]/.test(unit)) {
      state = 'over'
      return []
    }
    state = unit.endsWith('=') ? 'padded' : 'open'
    return unit.split(/=+/).map((each) => Buffer.from(each, 'base64'))
  }
  return {
    isBegunBy(first, isAll) {
      const words = first.split(/\s+/)
      const characters = words.join('')
      const others = characters.replaceAll(/[A-Za-z0-9+/=]+/g, '').length
      // Words of a language hardly ever have the lengths of groups, and no bytes have one character more than groups.
      const areGroups = words.slice(0, -1).every(({ length }) => length % 4 === 0)
      return (
        areGroups && others * 8 <= characters.length && !(isAll && (characters.length - others) % 4 === 1)
      )
    },
    write(text) {
      const decoded: Buffer[] = []
      for (let at = 0; at < text.length && state !== 'over';) {
        const end = text.indexOf(state === 'open' ? '=' : '\n', at)
        const some = text.slice(at, end === -1 ? text.length : end)
        at = end === -1 ? text.length : end + 1
        if (state === 'open') decoded.push(decode(some), ...(end === -1 ? [] : [pad()]))
        else {
          line += some
          if (end !== -1) decoded.push(...endLine())
          else if (line.length > longestRest) state = 'over'
        }
      }
      return decoded
    },
    end: () => (state === 'open' ? [pad()] : endLine()),
  }
}
