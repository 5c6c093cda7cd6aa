import { createHash } from 'node:crypto'
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('..', import.meta.url))
const stampName = 'sources.sha256'

/** The paths of a directory that is built, and of what it is built from, from the root of the repository. */
export interface Build {
  /** Directories that are replaced in one step each, so that nobody ever reads a mix of two builds. */
  built: string[]
  /** Patterns of the sources. */
  sources: string[]
  /** Builds each of the directories at its name with this suffix. */
  build(suffix: string): Promise<void>
}

/** Builds, unless what is there was built from the same sources. */
export async function buildOnce({ built, sources, build }: Build, onBuild: () => void): Promise<void> {
  const stamp = await hashSources(sources)
  const directories = built.map((directory) => path.join(repository, directory))
  const isBuilt = async () => (await Promise.all(directories.map(readStamp))).every((own) => own === stamp)
  if (await isBuilt()) return
  onBuild()
  const suffix = `.fresh-${process.pid}`
  try {
    await build(suffix)
    for (const directory of directories) {
      const fresh = directory + suffix
      await writeFile(path.join(fresh, stampName), stamp)
      await rm(directory, { recursive: true, force: true })
      await rename(fresh, directory)
    }
  } catch (error) {
    // Another start may have finished its build first.
    if (!(await isBuilt())) throw error
  } finally {
    for (const directory of directories) await rm(directory + suffix, { recursive: true, force: true })
  }
}

const readStamp = (directory: string) => readFile(path.join(directory, stampName), 'utf8').catch(() => '')

// Tests are in no build.
const isLeftOut = (name: string) => /(^|\/)(dist(\.fresh-\d+)?|node_modules)$|\.test\.tsx?$/.test(name)

async function hashSources(patterns: string[]): Promise<string> {
  const names: string[] = []
  for await (const name of glob(patterns, { cwd: repository, exclude: isLeftOut })) names.push(name)
  const hash = createHash('sha256')
  for (const name of names.toSorted()) hash.update(name).update(await readFile(path.join(repository, name)))
  return hash.digest('hex')
}
