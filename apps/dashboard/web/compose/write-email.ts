import type { AliasApi } from '@waypost/sdk'
import { writeBase64 } from '../files/write-base64.ts'
import type { Draft } from './drafts.ts'
import { htmlToText } from './html-to-text.ts'

/** The email that a draft is, with its text beside its HTML; without HTML where nothing is formatted. */
export async function writeEmail(
  { fromAddressId, fromName, to, cc, bcc, subject, html }: Draft,
  files: File[],
  inReplyTo: string | undefined,
): Promise<AliasApi.NewEmail> {
  const [recipients, copies, blindCopies] = [to, cc, bcc].map(listAddresses)
  const attachments = await Promise.all(files.map(writeAttachment))
  return {
    fromAddressId,
    ...(fromName.trim() !== '' && { fromName: fromName.trim() }),
    ...(inReplyTo !== undefined && { inReplyTo }),
    to: recipients!.length === 1 ? recipients![0]! : recipients!,
    ...(copies!.length > 0 && { cc: copies! }),
    ...(blindCopies!.length > 0 && { bcc: blindCopies! }),
    subject: subject.trim(),
    body: htmlToText(html),
    ...(isFormatted(html) && { bodyHtml: html }),
    ...(attachments.length > 0 && { attachments }),
  }
}

const listAddresses = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** Whether a text says less than the HTML: what only quotes, and has URLs, is the same as text. */
function isFormatted(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const links = [...body.querySelectorAll('a')]
  return (
    body.querySelector('b, i, u, ul, ol') !== null ||
    links.some((link) => link.textContent !== link.getAttribute('href'))
  )
}

// The service takes no other types: their parts would be read as structure of the message.
const attachable = /^(?:application|audio|font|image|model|text|video)\/[\w.+-]{1,80}$/i

async function writeAttachment(file: File): Promise<NonNullable<AliasApi.NewEmail['attachments']>[number]> {
  return {
    filename: file.name,
    ...(attachable.test(file.type) && { contentType: file.type }),
    contentBase64: await writeBase64(file),
  }
}
