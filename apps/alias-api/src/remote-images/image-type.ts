/** The types of images that are shown: none of them can run scripts or load anything. */
export type ImageType = `image/${'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'bmp'}`

const declared = /^image\/(?:png|x-png|jpe?g|pjpeg|gif|webp|avif|bmp|x-bmp|x-ms-bmp)$/

/** Whether a `Content-Type` is that of such an image. */
export const isImageType = (contentType: string): boolean =>
  declared.test(contentType.split(';', 1)[0]!.trim().toLowerCase())

const at = (bytes: Buffer, start: number, end: number): string => bytes.toString('latin1', start, end)

/** The type of an image by its first bytes; undefined for anything else. */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  if (at(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (at(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (['GIF87a', 'GIF89a'].includes(at(bytes, 0, 6))) return 'image/gif'
  if (at(bytes, 0, 4) === 'RIFF' && at(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (at(bytes, 4, 8) === 'ftyp' && /avi[fs]/.test(at(bytes, 8, 40))) return 'image/avif'
  return at(bytes, 0, 2) === 'BM' ? 'image/bmp' : undefined
}
