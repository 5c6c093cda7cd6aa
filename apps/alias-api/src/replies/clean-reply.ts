import { escapeHtml } from '@waypost/http'
import { hideLinks } from '../alias-links/alias-link.ts'
import type { ParsedAttachment, ParsedMessage } from '../parsing/parse-message.ts'
import { createHider, showsAny, type HideAddresses } from './hide-addresses.ts'
import { removeFooters, removeFootersFromHtml } from './remove-footers.ts'
import { namesMailbox } from './reply-refusal.ts'

/** What of a reply its contact gets to see. */
export type CleanReply = Pick<ParsedMessage, 'subject' | 'text' | 'html' | 'attachments'>

// Signatures and keys name the mailbox, and no longer fit what leaves.
const dropped = new Set([
  'application/pgp-keys',
  'application/pgp-signature',
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
])
const refused: Record<string, string> = {
  'application/ms-tnef': 'the file winmail.dat',
  'application/pgp-encrypted': 'PGP encryption',
  'application/pkcs7-mime': 'the S/MIME message',
  'application/x-pkcs7-mime': 'the S/MIME message',
  'message/global': 'an attached mail',
  'message/rfc822': 'an attached mail',
}

/**
 * Takes out of a reply whatever names the mailbox or is only for it: its address in texts, links, file names and attached texts,
 * links of the alias, signatures, keys, and the content ids of its program. Other files are as they were: their author chose them.
 *
 * @param addresses which nobody may see; the alias stands in their place
 * @param contacts reverse addresses, and the address behind each
 * @param readText reads an attached text to its end
 * @throws Refusal where something would still name the mailbox
 */
export async function cleanReply(
  parsed: ParsedMessage,
  { alias, addresses, contacts }: { alias: string; addresses: string[]; contacts: Map<string, string> },
  readText: (attachment: ParsedAttachment) => Promise<Buffer>,
): Promise<CleanReply> {
  const hidden = [
    ...addresses.map((address) => ({ address, by: alias })),
    ...[...contacts].map(([address, by]) => ({ address, by })),
  ]
  const hideAddresses = createHider(hidden)
  const hideAddressesInHtml = createHider(hidden.map(({ address, by }) => ({ address, by: escapeHtml(by) })))
  // Whoever has a link of the alias could disable it.
  const hide: HideAddresses = (text) => hideAddresses(hideLinks(text))
  const hideInHtml: HideAddresses = (html) => hideAddressesInHtml(hideLinks(html))
  const { files, contentIds } = await cleanFiles(parsed.attachments, { alias, hide }, readText)
  const clean = {
    subject: hide(parsed.subject),
    text: hide(removeFooters(withoutLastEnd(parsed.text))),
    html: hideInHtml(renameContentIds(removeFootersFromHtml(withoutLastEnd(parsed.html)), contentIds)),
    attachments: files.map(({ file }) => file),
  }
  const shown = [clean.subject, clean.text, clean.html, ...files.map(({ shows }) => shows)]
  if (shown.some((text) => showsAny(text, addresses))) throw namesMailbox('the text')
  return clean
}

/** The parser ends each text with a line end, as does whoever composes it. */
const withoutLastEnd = (text: string): string => text.replace(/\n$/, '')

interface CleanFile {
  file: ParsedAttachment
  /** Its name, and of a text all of it. */
  shows: string
}

async function cleanFiles(
  attachments: ParsedAttachment[],
  { alias, hide }: { alias: string; hide: HideAddresses },
  readText: (attachment: ParsedAttachment) => Promise<Buffer>,
): Promise<{ files: CleanFile[]; contentIds: Map<string, string> }> {
  const contentIds = new Map<string, string>()
  const files: CleanFile[] = []
  const domain = alias.slice(alias.lastIndexOf('@') + 1)
  for (const attachment of attachments) {
    const type = attachment.contentType.toLowerCase()
    const reason = refused[type]
    if (reason !== undefined) throw namesMailbox(reason)
    if (dropped.has(type)) continue
    const { filename, contentId } = attachment
    const file = { ...attachment, filename: filename === null ? null : hide(filename) }
    if (contentId !== null) {
      file.contentId = `part${files.length + 1}@${domain}`
      contentIds.set(contentId, file.contentId)
    }
    let shows = file.filename ?? ''
    if (type.startsWith('text/')) {
      const text = hide((await readText(attachment)).toString('latin1'))
      file.content = Buffer.from(text, 'latin1')
      file.restId = null
      file.size = file.content.length
      shows = `${shows}\n${text.replaceAll('\0', '')}`
    }
    files.push({ file, shows })
  }
  return { files, contentIds }
}

/** Without the ids of the messages that it quotes, which may be of the mailbox. */
const withoutMessageIds = (html: string): string =>
  html.replaceAll(/\scite=(?:"mid:[^"]*"|'mid:[^']*')/gi, '')

function renameContentIds(html: string, contentIds: Map<string, string>): string {
  return withoutMessageIds(html).replaceAll(/cid:([^"'\s<>)]{1,1000})/gi, (whole, written: string) => {
    const renamed = contentIds.get(written) ?? contentIds.get(decodeOrSame(written))
    return renamed === undefined ? whole : `cid:${renamed}`
  })
}

function decodeOrSame(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
