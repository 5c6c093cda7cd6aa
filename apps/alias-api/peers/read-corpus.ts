import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface CorpusMessage {
  /** The package, the folder and the file that it is from, and of an mbox its number. */
  name: string
  content: Buffer
}

/** A package, and which of its files are messages. */
export type CorpusFolder = [pack: string, files: RegExp]

/** The messages of a folder, with the line ends of SMTP, and each once. */
export function readCorpus(folder: string, folders: CorpusFolder[]): CorpusMessage[] {
  const byHash = new Map<string, CorpusMessage>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const pack = folders.find(([, files]) => files.test(`/${file}`))?.[0]
    if (pack === undefined) continue
    const name = `${pack}/${file.split('/').slice(-2).join('/')}`
    const messages = split(readFileSync(join(folder, file)))
    for (const [index, content] of messages.entries()) {
      const hash = createHash('sha256').update(content).digest('hex')
      if (!byHash.has(hash))
        byHash.set(hash, { name: messages.length > 1 ? `${name} ${index + 1}` : name, content })
    }
  }
  return [...byHash.values()]
}

/** The messages of an mbox, or the one that a file is; with CRLF. */
function split(file: Buffer): Buffer[] {
  const lines = file.toString('latin1').replaceAll(/\r?\n/g, '\r\n')
  const messages = lines.startsWith('From ') ? lines.split(/(?<=\r\n\r\n)(?=From [^\r]*\d\r\n)/) : [lines]
  return messages.map((message) => Buffer.from(message.replace(/^From [^\r]*\r\n/, ''), 'latin1'))
}
