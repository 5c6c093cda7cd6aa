import { readFile } from 'node:fs/promises'

export interface KnownRequest {
  site: string
  kind: string
  wanted: string[]
  text: string
}

/** Reads `requests.txt`, whose head describes its syntax. */
export async function readRequests(): Promise<KnownRequest[]> {
  const text = await readFile(new URL('requests.txt', import.meta.url), 'utf8')
  return text
    .split('\n')
    .map((line) => line.split(' | '))
    .filter((parts) => parts.length === 4 && /^(?:steps|sentence)$/.test(parts[1]!))
    .map(([site, kind, wanted, asked]) => ({
      site: site!,
      kind: kind!,
      wanted: wanted!.split(' && '),
      text: asked!,
    }))
}
