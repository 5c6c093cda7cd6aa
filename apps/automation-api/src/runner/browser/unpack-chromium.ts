import { once } from 'node:events'
import { access, chmod, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'

/**
 * Unpacks the Chromium that comes with npm into `parentDirectory`, once per machine and user, and returns its
 * directory: `chromium`, the libraries it needs in `al2023/lib`, and `fonts.conf`.
 */
export async function unpackChromium(parentDirectory = tmpdir()): Promise<string> {
  const version = await getPackageVersion()
  const directory = join(parentDirectory, `waypost-chromium-${version}-${process.getuid?.()}`)
  if (await isUsable(directory)) return directory

  const staging = await mkdtemp(`${directory}-`)
  try {
    const inflating = new URL('inflate-chromium.ts', import.meta.url)
    await once(new Worker(inflating, { env: { TMPDIR: staging }, execArgv: [] }), 'exit')
    await writeFile(join(staging, 'fonts.conf'), fontConfiguration(directory))
    // Browsers run as another user where this one is root.
    const names = await readdir(staging, { recursive: true })
    await Promise.all(['.', ...names].map((name) => chmod(join(staging, name), 0o755)))
    await publish(staging, directory)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
  return directory
}

// The rename is atomic and fails on a non-empty directory: a directory is complete from the moment it exists, and of
// several processes that unpack at once the first wins, and the others use its result.
async function publish(staging: string, directory: string): Promise<void> {
  try {
    await rename(staging, directory)
  } catch {
    if (await isUsable(directory)) return
    // The remains of an older one, after a cleaner of the temp directory.
    await rm(directory, { recursive: true, force: true })
    await rename(staging, directory)
  }
}

async function getPackageVersion(): Promise<string> {
  const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'))
  return z.object({ version: z.string() }).parse(JSON.parse(await readFile(manifest, 'utf8'))).version
}

// Every user can write to the temp directory: a browser that another user put there must not be run.
async function isUsable(directory: string): Promise<boolean> {
  const found = await stat(directory).catch(() => undefined)
  if (found && found.uid !== process.getuid?.()) throw new Error(`${directory} belongs to another user`)
  return access(join(directory, 'chromium')).then(
    () => true,
    () => false,
  )
}

function fontConfiguration(directory: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${directory}/fonts/fonts</dir>
  <cachedir>${directory}/fonts-cache</cachedir>
</fontconfig>
`
}
