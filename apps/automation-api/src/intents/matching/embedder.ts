import { createWorkerThread } from '../../worker-threads/create-worker-thread.ts'
import type { EmbedTexts } from './embed-texts.ts'
import type { embeddingCalls } from './embedding-thread.ts'

// The first call loads the model, and describes every automation of a large account.
const timeoutMs = 60_000

const thread = createWorkerThread<typeof embeddingCalls>(['embedTexts'], {
  entry: new URL('embedding-thread.ts', import.meta.url),
  timeoutMs,
  memoryMiB: 512,
})

/** The process's only embedder, in a thread of its own: the model blocks its thread for some 6 ms a text. */
export const embedder: EmbedTexts = thread.embedTexts
