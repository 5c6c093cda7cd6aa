import type { MimeNode } from '@zone-eu/mailsplit'

export const isTextType = ({ contentType }: MimeNode): boolean =>
  contentType === 'text/plain' || contentType === 'text/html'

/**
 * Whether a part is a plain text or HTML of its message, and no file. Some programs attach text files as inline parts with a
 * name.
 */
export const isShownText = (part: MimeNode): boolean =>
  isTextType(part) &&
  !isOfDigest(part) &&
  part.disposition !== 'attachment' &&
  (part.disposition !== 'inline' || part.filename === false)

/** Whether a part is a message because a digest's parts are, where they do not say what they are (RFC 2046, 5.1.5). */
export const isOfDigest = ({ parentNode, headers }: MimeNode): boolean =>
  parentNode !== false &&
  parentNode.multipart === 'digest' &&
  headers !== false &&
  !headers.hasHeader('Content-Type')
