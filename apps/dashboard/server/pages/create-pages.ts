import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { toPageFile, type PageFile } from './page-file.ts'

/** The built app. Its few files are kept in memory, so that a request's path is never used as a path on disk. */
export interface Pages {
  /** @param name such as `/assets/index-3fa9.js` */
  find(name: string): Promise<PageFile | undefined>
  /** The HTML document; absent if the app is not built. */
  findIndex(): Promise<PageFile | undefined>
}

const index = '/index.html'
const suffixes = { br: '.br', gzip: '.gz' }

/** @param directory of the build; a new build is served without a restart, from the next request for the document */
export function createPages(directory: string): Pages {
  let files = new Map<string, PageFile>()
  let known = ''
  let loading: Promise<void> | undefined

  const refresh = async (): Promise<void> => {
    const found = await markOf(directory)
    if (found === known) return
    loading ??= (found === '' ? Promise.resolve(new Map<string, PageFile>()) : loadFiles(directory))
      .then((loaded) => {
        files = loaded
        known = found
      })
      .finally(() => (loading = undefined))
    await loading
  }
  return {
    async find(name) {
      if (!files.has(name)) await refresh()
      return files.get(name)
    },
    async findIndex() {
      await refresh()
      return files.get(index)
    },
  }
}

/** Changes with every build, also while it is being written; empty if there is none. */
async function markOf(directory: string): Promise<string> {
  const [document, assets] = await Promise.all(
    [index, 'assets'].map((name) => stat(path.join(directory, name)).catch(() => undefined)),
  )
  return document ? `${document.mtimeMs} ${assets?.mtimeMs}` : ''
}

async function loadFiles(directory: string): Promise<Map<string, PageFile>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const contents = new Map<string, Buffer>()
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    contents.set(`/${path.relative(directory, file).split(path.sep).join('/')}`, await readFile(file))
  }
  const isCompressed = (name: string) =>
    Object.values(suffixes).some(
      (suffix) => name.endsWith(suffix) && contents.has(name.slice(0, -suffix.length)),
    )
  const files = new Map<string, PageFile>()
  for (const [name, content] of contents) {
    if (isCompressed(name)) continue
    const br = contents.get(name + suffixes.br)
    const gzip = contents.get(name + suffixes.gzip)
    files.set(name, await toPageFile(name, content, { ...(br && { br }), ...(gzip && { gzip }) }))
  }
  return files
}
