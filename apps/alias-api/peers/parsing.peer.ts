import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { inPiecesOf } from '@waypost/storage/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseLargeMessage } from '../src/parsing/parse-large-message.ts'
import type { ParsedMessage } from '../src/parsing/parse-message.ts'
import { storeFiles } from '../src/parsing/store-files.ts'
import { readMailboxes } from '../src/forwarding/read-correspondents.ts'
import { parseWholeMessage } from '../src/parsing/parse-whole-message.ts'
import { nameOf, splitMessage } from '../src/signing/split-message.ts'
import { askPython } from './ask-python.ts'
import { fetchCorpus } from './fetch-corpus.ts'
import { fetchRepositories } from './fetch-repositories.ts'
import type { CorpusMessage } from './read-corpus.ts'

interface Reading {
  subject: string
  from: [name: string, address: string]
  to: string[]
  texts: ['plain' | 'html', string][]
  files: [name: string | null, sha256: string][]
}

interface Difference {
  explanation: string
  /** Whether the fault is ours. */
  isFault: boolean
  messages: string[]
}

interface OurReading extends ParsedMessage {
  to: string[]
}

// No boundary, line or file is as long, so that pieces end anywhere in them.
const pieceBytes = 997

const ofRepositories = fetchRepositories()
if (!ofRepositories) console.log('GitHub does not answer: what is read in its messages is not compared')
const corpora = [
  { of: 'packages', messages: fetchCorpus(), atLeast: 300, file: '' },
  ...(ofRepositories
    ? [{ of: 'repositories', messages: ofRepositories, atLeast: 100, file: '-of-repositories' }]
    : []),
]

describe.each(corpora)('messages of other mail software, from $of', ({ messages, atLeast, file }) => {
  let corpus: Awaited<ReturnType<typeof readMessages>>
  beforeAll(async () => {
    corpus = await readMessages(messages)
  }, 300_000)

  test(`at least ${atLeast} are read as Python’s email package reads them, but for the listed differences`, () => {
    const found = corpus.flatMap(({ name, ours, theirs }) =>
      differencesOf(ours, theirs).map((what) => `${name}: ${what}`),
    )
    const differences = readJson(`differences${file}.json`) as Difference[]
    const listed = differences.flatMap(({ messages: names }) => names)
    const unexplained = found.filter((difference) => !listed.includes(difference))
    console.log(`${corpus.length} messages, ${found.length} differences, ${unexplained.length} unexplained`)
    expect(corpus.length).toBeGreaterThanOrEqual(atLeast)
    expect(unexplained).toEqual([])
    // None is listed that is gone, or twice.
    expect(found.toSorted()).toEqual(listed.toSorted())
  })

  test(`each is read the same in pieces of ${pieceBytes} bytes, as large messages are`, async () => {
    const differing = await Promise.all(
      corpus.map(async ({ name, content, ours: { to: _to, ...whole } }) => {
        const [inOne, inMany] = [whole, await readInPieces(content)].map(hashedReading)
        const fields = Object.keys(inOne!) as (keyof ReturnType<typeof hashedReading>)[]
        return fields
          .filter((field) => JSON.stringify(inOne![field]) !== JSON.stringify(inMany![field]))
          .map((field) => `${name}: ${field}`)
      }),
    )
    expect(differing.flat()).toEqual([])
  })

  test('each is read as it was when its reading was judged', async () => {
    const facts = corpus.map(({ name, content, ours }) => `${JSON.stringify(factsOf(name, content, ours))}\n`)
    await expect(facts.join('')).toMatchFileSnapshot(`corpus/facts${file}.jsonl`)
  })
})

async function readMessages(
  messages: CorpusMessage[],
): Promise<(CorpusMessage & { ours: OurReading; theirs: Reading })[]> {
  const questions = messages.map(({ content }) => ({ message: content.toString('base64') }))
  const theirs = askPython<Reading>('read-parts.py', questions)
  return Promise.all(
    messages.map(async (message, index) => ({
      ...message,
      ours: { ...(await parseWholeMessage(message.content)), to: readRecipients(message.content) },
      theirs: theirs[index]!,
    })),
  )
}

/** Reads a message as one that is too large for memory, but for its files, which are kept here. */
async function readInPieces(content: Buffer): Promise<ParsedMessage> {
  const stored: Buffer[] = []
  const parsed = await storeFiles(
    parseLargeMessage(inPiecesOf(content, pieceBytes)),
    async (file) => `${stored.push(await buffer(file)) - 1}`,
  )
  const attachments = parsed.attachments.map(({ restId, ...each }) =>
    restId === null ? { ...each, restId } : { ...each, restId: null, content: stored[Number(restId)]! },
  )
  return { ...parsed, attachments }
}

/** Everything that is read, with hashes in place of the files. */
const hashedReading = ({ attachments, ...read }: ParsedMessage) => ({
  ...read,
  files: attachments.map(({ content, ...each }) => ({ ...each, sha256: hashOf(content) })),
})

const readRecipients = (content: Buffer): string[] =>
  splitMessage(content)
    .fields.filter((field) => nameOf(field) === 'to')
    .flatMap(readMailboxes)
    .flatMap(({ email }) => (email === '' ? [] : [email]))

function differencesOf(ours: OurReading, { subject, from, to, texts, files }: Reading): string[] {
  const [name, address] = from
  const found = ours.attachments.map(({ filename, content }) => [filename, hashOf(content)])
  const all = { plain: withoutSpace(ours.text), html: withoutSpace(ours.html) }
  return [
    withoutSpace(ours.subject) === withoutSpace(subject) ? [] : ['subject'],
    withoutSpace(ours.fromName) === withoutSpace(name) && ours.from === address ? [] : ['from'],
    JSON.stringify(ours.to) === JSON.stringify(to) ? [] : ['to'],
    JSON.stringify(found) === JSON.stringify(files) ? [] : ['files'],
    texts.every(([kind, text]) => all[kind].includes(withoutSpace(text))) ? [] : ['texts'],
  ].flat()
}

/** Hashes, so that nothing of the message itself is in the list. */
const factsOf = (name: string, content: Buffer, ours: OurReading) => ({
  name,
  message: hashOf(content),
  subject: shortHashOf(ours.subject),
  from: shortHashOf(`${ours.fromName} <${ours.from}>`),
  to: shortHashOf(ours.to.join()),
  text: shortHashOf(ours.text),
  html: shortHashOf(ours.html),
  files: ours.attachments.map(({ filename, content: bytes }) => [
    filename === null ? null : shortHashOf(filename),
    hashOf(bytes),
  ]),
})

const hashOf = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')
const shortHashOf = (text: string): string => hashOf(text).slice(0, 16)

/** Where a text's lines break, and how it ends, is for each parser to say. */
const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '')

const readFile = (file: string): string => readFileSync(new URL(`corpus/${file}`, import.meta.url), 'utf8')
const readJson = (file: string): unknown => JSON.parse(readFile(file))
