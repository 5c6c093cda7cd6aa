import type { Picture } from './screencast.ts'

/** A picture as a message: the page's width and height, two bytes each, and the JPEG. */
export function writePicture({ image, width, height }: Picture): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(Math.min(0xff_ff, Math.round(width)), 0)
  head.writeUInt16BE(Math.min(0xff_ff, Math.round(height)), 2)
  return Buffer.concat([head, image])
}
