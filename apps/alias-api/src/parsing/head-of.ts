const longestHead = 256 * 1024

/** The header of a message without its body; of an endless header, only its first lines. */
export function headOf(content: Buffer): Buffer {
  const end = content.indexOf('\r\n\r\n')
  const whole = content.subarray(0, end === -1 ? content.length : end)
  if (whole.length <= longestHead) return Buffer.concat([whole, endOfHead])
  const lastLine = whole.lastIndexOf('\r\n', longestHead)
  return Buffer.concat([whole.subarray(0, lastLine === -1 ? longestHead : lastLine), endOfHead])
}

/** Whether the content contains the whole header. */
export const hasWholeHead = (content: Buffer): boolean =>
  content.indexOf('\r\n\r\n') !== -1 || content.indexOf('\r\n') === 0

const endOfHead = Buffer.from('\r\n\r\n')
