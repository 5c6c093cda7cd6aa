import type { ReceivedEmail } from './alias-mail.ts'

/** The subject and the text of a mail; of one without a text, what its HTML says. */
export function readMail({
  subject,
  bodyText,
  bodyHtml,
}: Pick<ReceivedEmail, 'subject' | 'bodyText' | 'bodyHtml'>): string {
  const text = bodyText.trim() === '' ? readHtml(bodyHtml) : bodyText
  return `${subject}\n${text}`
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** Without a parser: the pattern picks a code out of it, and nothing shows it. */
function readHtml(html: string): string {
  const [before = '', ...tags] = html.split('<')
  const texts = tags.map((tag) => {
    const end = tag.indexOf('>')
    // What is within these is not shown.
    return end < 0 || /^(style|script|head|title)\b/i.test(tag) ? '' : tag.slice(end + 1)
  })
  return [before, ...texts]
    .join(' ')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_entity, name: string) => entities[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
