import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { DomainError, endTurn, type App } from '@waypost/http'
import { StorageError, type Storage } from '@waypost/storage'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { keepPace, type Pace } from './keep-pace.ts'
import { mostBodyBytes, readBody, tooLarge, usualBytes } from './read-body.ts'
import type { UploadedFile } from './uploaded-file.ts'
import { createUploadPlaces, type TakeUploadPlace } from './upload-places.ts'

/** What requests with files work with. */
interface Uploads {
  /**
   * Stores content for a request; what no row references when the request is over is deleted.
   *
   * @throws DomainError `unavailable` where the store fails
   */
  storageOf(request: FastifyRequest): Pick<Storage, 'put'>
  /** Keeps the place of a request until `work` is over, also where its client has gone. */
  during<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result>
}

interface UploadOptions {
  storage: Storage
  /** The name of the texts in the JSON that are files. */
  name: string
  /** Puts the files where the body has their names. */
  fill(body: unknown, files: Map<string, UploadedFile>): void
  /** Refuses a large request before its body is read. */
  check(request: FastifyRequest, bytes: number): Promise<void>
  /** By default those of this process. */
  takePlace?: TakeUploadPlace
  pace?: Pace
}

/** A request while it is answered. */
interface Upload {
  stored: string[]
  work: Promise<unknown>[]
  gone: AbortController
  giveBack?: () => void
}

// An email of 25 MiB over 1 Mbit/s takes five minutes.
const usualPace = { graceMs: 30_000, bytesPerSecond: 64 * 1024 }
const placesOfThisProcess = createUploadPlaces({ atATime: 8, waitMs: 20_000 })

/**
 * Lets the routes of an encapsulated application take JSON with files, whose bodies are larger than others. Who sends a large one
 * is known and checked, and has a place, before its body is read; and its files are stored as they come.
 */
export function acceptUploads(
  app: App,
  { storage, name, fill, check, takePlace = placesOfThisProcess, pace = usualPace }: UploadOptions,
): Uploads {
  const uploads = new WeakMap<FastifyRequest, Upload>()
  const parseJson = app.getDefaultJsonParser('error', 'error')

  const finish = async (request: FastifyRequest, { stored, work, giveBack }: Upload): Promise<void> => {
    await Promise.allSettled(work)
    giveBack?.()
    // What is left for the sweep is no error of the request.
    for (const id of stored) await storage.discard(id).catch((err: unknown) => request.log.warn({ err }))
  }
  const during: Uploads['during'] = (request, work) => {
    const working = work()
    uploads.get(request)!.work.push(working)
    return working
  }
  const storageOf = (request: FastifyRequest) => ({
    async put(content: AsyncIterable<Buffer>) {
      const id = await storage.put(content).catch(orUnavailable)
      uploads.get(request)!.stored.push(id)
      return id
    },
  })
  const admit = async (request: FastifyRequest, bytes: number): Promise<void> => {
    const upload = uploads.get(request)!
    if (upload.giveBack) return
    await check(request, bytes)
    // It waits for its own place from here on, and not in the way of others of its account.
    endTurn(request)
    upload.giveBack = await takePlace(request.actor.accountId, upload.gone.signal)
  }
  async function* chunksOf(request: FastifyRequest, payload: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of keepPace(payload, pace)) {
      bytes += chunk.length
      if (bytes > mostBodyBytes) throw tooLarge()
      // A request need not say how large it is.
      if (bytes > usualBytes) await admit(request, bytes)
      yield chunk
    }
  }
  const read = async (request: FastifyRequest, payload: AsyncIterable<Buffer>): Promise<unknown> => {
    const { json, files } = await readBody(chunksOf(request, payload), name, storageOf(request))
    if (json.length === 0) return undefined
    if (!isUtf8(json)) throw new DomainError('invalid', 'Body is not valid UTF-8')
    const body = await new Promise<unknown>((resolve, reject) => {
      void parseJson(request, json.toString(), (error, parsed: unknown) =>
        error ? reject(error) : resolve(parsed),
      )
    })
    fill(body, files)
    return body
  }

  app.addHook('preParsing', async (request, reply: FastifyReply, payload) => {
    const upload: Upload = { stored: [], work: [], gone: new AbortController() }
    uploads.set(request, upload)
    reply.raw.once('close', () => {
      upload.gone.abort()
      void finish(request, upload)
    })
    const bytes = Number(request.headers['content-length'])
    if (bytes > mostBodyBytes) throw tooLarge()
    if (bytes > usualBytes) await during(request, () => admit(request, bytes))
    return payload
  })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: IncomingMessage) =>
    during(request, () => read(request, payload.iterator({ destroyOnReturn: false }))),
  )
  return { storageOf, during }
}

function orUnavailable(cause: unknown): never {
  if (!(cause instanceof StorageError)) throw cause
  throw new DomainError('unavailable', 'Files cannot be stored at the moment', { cause })
}
