const blocks = new Set(['BLOCKQUOTE', 'DIV', 'H1', 'H2', 'H3', 'LI', 'OL', 'P', 'PRE', 'TABLE', 'TR', 'UL'])

/** The plain text of what was written in the editor: lists with dashes or numbers, links with their URL, quotes with `>`. */
export function htmlToText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return linesOf(body).join('\n').trimEnd()
}

/** The lines of an element; the last may go on in what follows. */
function linesOf(element: Element): string[] {
  const lines = ['']
  let isBegun = false
  for (const child of element.childNodes) {
    const isBlock = child instanceof Element && blocks.has(child.tagName)
    // A block begins on a line of its own, and what follows it does too.
    if (isBegun && lines.at(-1) !== '' && isBlock) lines.push('')
    const [first = '', ...others] = child instanceof Element ? ofElement(child) : [textOf(child)]
    lines[lines.length - 1] += first
    lines.push(...others)
    if (isBlock && child.nextSibling) lines.push('')
    isBegun = true
  }
  return lines
}

function ofElement(element: Element): string[] {
  switch (element.tagName) {
    case 'BR':
      // The last of a block only keeps it open.
      return element.nextSibling || !element.parentElement || element.parentElement.tagName === 'BODY'
        ? ['', '']
        : ['']
    case 'BLOCKQUOTE':
      return trimmed(linesOf(element)).map((line) =>
        line.startsWith('>') ? `>${line}` : `> ${line}`.trimEnd(),
      )
    case 'LI':
      return linesOf(element).map((line, index) => (index === 0 ? `${markOf(element)} ${line}` : `  ${line}`))
    case 'A': {
      const text = linesOf(element).join(' ')
      const url = element.getAttribute('href') ?? ''
      return [url === '' || text === url || `mailto:${text}` === url ? text : `${text} <${url}>`]
    }
    default:
      return linesOf(element)
  }
}

function markOf(item: Element): string {
  const list = item.parentElement
  return list?.tagName === 'OL' ? `${[...list.children].indexOf(item) + 1}.` : '-'
}

const textOf = (node: Node): string =>
  node.nodeType === Node.TEXT_NODE
    ? (node.nodeValue ?? '').replaceAll('\u{a0}', ' ').replaceAll('\u{200b}', '')
    : ''

function trimmed(lines: string[]): string[] {
  const end = lines.findLastIndex((line) => line !== '')
  return lines.slice(0, end + 1)
}
