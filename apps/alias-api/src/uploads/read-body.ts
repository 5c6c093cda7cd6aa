import { createHash, randomUUID } from 'node:crypto'
import { DomainError } from '@waypost/http'
import type { Storage } from '@waypost/storage'
import { messageSizes } from '../limits/message-sizes.ts'
import { splitAt, startingWith } from '../storage/split-at.ts'
import type { Stored } from '../storage/stored.ts'
import { decodeBase64, NotBase64 } from './decode-base64.ts'
import { createFileSplitter } from './file-splitter.ts'
import { UploadedFile } from './uploaded-file.ts'

/** A body without its files. */
interface ReadBody {
  json: Buffer
  /** By what the JSON has in place of them. None is here that was not in base64. */
  files: Map<string, UploadedFile>
}

const mebibyte = 1024 * 1024
/** What a body may have besides files, as any other; also how much of its files is in memory, and not stored. */
export const usualBytes = mebibyte
/** The largest email fits, in base64 of which JSON escapes some characters. */
export const mostBodyBytes = 40 * mebibyte
export const mostFiles = 20

const most = `${messageSizes.content / mebibyte} MiB`

export const tooLarge = () =>
  new DomainError('too_large', `An email has at most ${most}, with its files as they are before base64`)

const tooMuchText = () =>
  new DomainError('too_large', `A request has at most ${usualBytes / mebibyte} MiB besides its files`)

/**
 * Reads a JSON body and stores the large ones of its files as they come, so that no more than a part of it is in memory.
 *
 * @param name of the texts that are files, in base64
 * @throws DomainError
 */
export async function readBody(
  chunks: AsyncIterable<Buffer>,
  name: string,
  storage: Pick<Storage, 'put'>,
): Promise<ReadBody> {
  const token = randomUUID()
  const standInFor = (file: number) => `${token}${file}`
  const splitter = createFileSplitter(name, standInFor)
  async function* split() {
    for await (const chunk of chunks) yield* splitter.write(chunk)
  }
  const pieces = split()
  const json: Buffer[] = []
  const files = new Map<string, UploadedFile>()
  let [jsonBytes, contentBytes, leftBytes] = [0, 0, usualBytes]
  let next = await pieces.next()

  async function* bytesOf(file: number) {
    for (; !next.done && next.value.file === file; next = await pieces.next()) yield next.value.bytes
  }
  const count = (bytes: number) => {
    contentBytes += bytes
    if (contentBytes > messageSizes.content) throw tooLarge()
  }
  const readJson = (bytes: Buffer) => {
    jsonBytes += bytes.length
    if (jsonBytes > usualBytes) throw tooMuchText()
    count(bytes.length)
    // A part of a chunk would keep all of it in memory.
    json.push(Buffer.from(bytes))
  }
  const readFile = async (file: number) => {
    if (files.size === mostFiles) return
    const read = await storeFile(decodeBase64(bytesOf(file)), count, leftBytes, storage)
    leftBytes -= read.stored().content.length
    files.set(standInFor(file), read)
  }
  try {
    while (!next.done) {
      const { file, bytes } = next.value
      if (file === null) {
        readJson(bytes)
        next = await pieces.next()
        continue
      }
      await readFile(file).catch(unlessNotBase64)
      await drain(bytesOf(file))
    }
  } catch (error) {
    // A client reads the answer once it has sent its body.
    if (error instanceof DomainError && error.code === 'too_large') await drain(pieces)
    throw error
  }
  return { json: Buffer.concat(json, jsonBytes), files }
}

async function storeFile(
  decoded: AsyncIterable<Buffer>,
  count: (bytes: number) => void,
  leftBytes: number,
  storage: Pick<Storage, 'put'>,
): Promise<UploadedFile> {
  const hash = createHash('sha256')
  let size = 0
  async function* read() {
    for await (const bytes of decoded) {
      count(bytes.length)
      size += bytes.length
      hash.update(bytes)
      yield bytes
    }
  }
  const stored = await store(read(), leftBytes, storage)
  return new UploadedFile(stored, size, hash.digest('hex'))
}

async function store(
  bytes: AsyncIterable<Buffer>,
  leftBytes: number,
  storage: Pick<Storage, 'put'>,
): Promise<Stored> {
  const { first, rest } = await splitAt(bytes, leftBytes)
  if (!rest) return { content: first, restId: null }
  return { content: Buffer.alloc(0), restId: await storage.put(startingWith(first, rest)) }
}

const unlessNotBase64 = (error: unknown) => {
  if (!(error instanceof NotBase64)) throw error
}

async function drain(pieces: AsyncGenerator): Promise<void> {
  while (!(await pieces.next()).done);
}
