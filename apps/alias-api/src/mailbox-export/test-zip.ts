import { crc32 } from 'node:zlib'
import { expect } from 'vitest'

/** For tests: reads a zip without compression by its central directory, and checks the sum of each file. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  let at = zip.readUInt32LE(end + 16)
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    expect([zip.toString('latin1', at, at + 4), zip.readUInt16LE(at + 10)]).toEqual(['PK\u0001\u0002', 0])
    const size = zip.readUInt32LE(at + 24)
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = zip.subarray(start, start + size)
    expect(crc32(content)).toBe(zip.readUInt32LE(at + 16))
    files.set(zip.toString('utf8', at + 46, at + 46 + name), content)
    at += 46 + name + extra + comment
  }
  return files
}
