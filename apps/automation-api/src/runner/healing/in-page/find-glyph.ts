// oxlint-disable unicorn/consistent-function-scoping -- each function here is sent to the page alone
import type { DomElement, DomWindow } from '../dom.ts'
import type { HashName } from './read-name.ts'

export type FindGlyph = (element: DomElement, hash: HashName) => string

/**
 * What the icon of an element shows, in parts such as `name:trash`, `font:Xa3f.f1f8` (a character of an icon font),
 * `path:b_Q2` (a drawing), `shape:b_Q2` (one of circles, lines and rectangles alone) and `image:b_Q2` (a picture without a name);
 * empty without an icon. The name is that of the icon in its set: from a reference, a class, a ligature, or a file, which a style
 * sheet may paint as a mask or a background.
 */
export function findGlyph(element: DomElement, hash: HashName): string {
  const page = globalThis as unknown as DomWindow
  const ICON =
    'svg, i, img, [class*="icon"], [class*="fa-"], [class*="bi-"], [class*="mdi-"], [data-icon], [data-lucide], [data-feather]'
  // The arrow of every list and the tick of every box are painted too, and show nothing of what a field is for.
  const isBlank =
    !/^(?:input|select|textarea)$/.test(element.localName) && !/\S/.test(element.textContent ?? '')
  const found = element.matches(ICON) ? element : element.querySelector(ICON)
  const icon = found ?? (isBlank && readPainted(element) !== '' ? element : null)
  if (!icon) return ''
  const parts: string[] = []
  const name = readReference() || readAttribute() || readClass() || readLigature() || readFile()
  if (name) parts.push(`name:${name.slice(0, 40)}`)
  const { content, fontFamily } = page.getComputedStyle(icon, '::before')
  const character = /^["'](\p{Co})["']$/u.exec(content)?.[1]
  if (character) parts.push(`font:${hash(fontFamily)}.${character.codePointAt(0)!.toString(16)}`)
  const drawing = [...icon.querySelectorAll('path, polygon, polyline')]
    .map((each) => each.getAttribute('d') ?? each.getAttribute('points') ?? '')
    .join(' ')
    .slice(0, 4000)
  if (drawing.trim()) parts.push(`path:${hash(drawing)}`)
  const shapes = readShapes()
  if (!drawing.trim() && shapes) parts.push(`shape:${hash(shapes)}`)
  const painted = name || parts.length > 0 ? '' : readPainted(icon)
  // A file may be named by its content and its build, so only a picture within the page is known by itself.
  if (painted.startsWith('data:')) parts.push(`image:${hash(painted)}`)
  return parts.join(' ')

  function readShapes(): string {
    const MEASURES = ['cx', 'cy', 'r', 'rx', 'ry', 'x', 'y', 'width', 'height', 'x1', 'y1', 'x2', 'y2']
    return [...icon!.querySelectorAll('circle, ellipse, rect, line')]
      .map(
        (each) =>
          `${each.localName} ${MEASURES.map((measure) => each.getAttribute(measure) ?? '').join(' ')}`,
      )
      .join(' ')
      .slice(0, 4000)
  }

  /** The picture that a style sheet or the page itself paints, as its address. */
  function readPainted(of: DomElement): string {
    if (of.localName === 'img') return of.getAttribute('src') ?? ''
    for (const pseudo of [undefined, '::before', '::after']) {
      const { maskImage = '', backgroundImage = '' } = page.getComputedStyle(of, pseudo)
      const address = /^url\("([^"]+)"\)/.exec(maskImage) ?? /^url\("([^"]+)"\)/.exec(backgroundImage)
      if (address) return address[1]!
    }
    return ''
  }

  function readReference(): string {
    const use = icon!.querySelector('use')
    const href = use?.getAttribute('href') ?? use?.getAttribute('xlink:href') ?? ''
    return bare(href.split('#')[1] ?? '')
  }

  function readAttribute(): string {
    for (const each of ['data-icon', 'data-lucide', 'data-feather', 'data-testid']) {
      const value = icon!.getAttribute(each) ?? ''
      if (value !== '' && (each !== 'data-testid' || value.endsWith('Icon'))) return bare(value)
    }
    return ''
  }

  /** The class that names the icon, and not its set, its size or its colour. */
  function readClass(): string {
    const PREFIX =
      /^(?:fa|bi|mdi|glyphicon|(?:[a-z]{1,12}[-_])?icon|lucide|feather|octicon|ti|ri|la|pi|anticon|codicon|svg|ico|ion|bx|uil|oi|typcn|dashicons)[-_](?=.)/
    const STYLE =
      /^(?:solid|regular|brands|light|thin|duotone|fw|lg|sm|xs|xl|\d?x|\dx|spin|pulse|inverse|stack|border|pull|flip|rotate|ul|li|inline|small|large|medium|wrapper|wrap|placeholder|holder|inner|outer|base|container|button|btn|only|left|right|start|end|primary|secondary|white|black|dark|light|default|\d+|w-\d+)(?:-\S*)?$/
    const tokens = (icon!.getAttribute('class') ?? '').split(/\s+/)
    for (const token of tokens) {
      if (!PREFIX.test(token)) continue
      const rest = token.replace(PREFIX, '')
      if (!STYLE.test(rest) || /(?:^|-)(?:arrow|angle|chevron|caret)/.test(rest)) return bare(rest)
    }
    // After all prefixes: `fc-icon` says only that it is an icon, and `fc-icon-next` which.
    for (const token of tokens) {
      const named = /^([a-z]+(?:-[a-z]+)*)-icon$/.exec(token)?.[1]
      if (named && !STYLE.test(named)) return bare(named)
    }
    return ''
  }

  /** `<i class="material-icons">delete</i>` */
  function readLigature(): string {
    if (!/material-(?:icons|symbols)/.test(icon!.getAttribute('class') ?? '')) return ''
    return /^\s*([a-z_\d]{2,40})\s*$/.exec(icon!.textContent ?? '')?.[1] ?? ''
  }

  function readFile(): string {
    const source = readPainted(icon!)
    if (source === '' || source.startsWith('data:')) return ''
    const file = (source.split(/[?#]/)[0]!.split('/').pop() ?? '').split('.')[0]!
    return bare(file)
  }

  /** Without what only says how it is drawn; empty where nothing but a hash or a number is left. */
  function bare(given: string): string {
    const shortened = given
      .replace(/^(?:icon|ico|svg|i|fa|bi|mdi|ic)[-_]+/i, '')
      .replace(/[-_]?(?:icon|Icon)$/, '')
      .replace(
        /(?:[-_](?:o|alt|outline|outlined|fill|filled|line|solid|regular|rounded|sharp|\d+(?:px)?))+$/,
        '',
      )
      .replace(/\d{1,4}$/, '')
    const isHash = /\d{3,}|^[a-f\d]{8,}$/i.test(shortened)
    return isHash || /[\s:]/.test(shortened) || shortened.length < 2 ? '' : shortened
  }
}
