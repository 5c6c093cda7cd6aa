/** The processes of the product, and the source that each begins at, from the root of the repository. */
export const processes = {
  dashboard: 'apps/dashboard/server/main.ts',
  'automation-api': 'apps/automation-api/src/api.ts',
  'automation-runner': 'apps/automation-api/src/runner.ts',
  'browser-host': 'apps/automation-api/src/browser-host.ts',
  'alias-api': 'apps/alias-api/src/api.ts',
  'alias-mail': 'apps/alias-api/src/mail.ts',
  dispatcher: 'apps/dispatcher/src/main.ts',
} as const

export type BundledProcess = keyof typeof processes

const usualSemiSpaceMiB = 8
const semiSpaceMiB: Partial<Record<BundledProcess, number>> = {
  // Hundreds of messages are in memory at a time, each until it is sent. V8 would copy them at each of its many collections.
  'alias-mail': 32,
}

/** In bytes. What is allocated of that size is given back when it is freed, wherever it is. */
const givenBack: Partial<Record<BundledProcess, string>> = {
  // What V8 needs to compile Playwright.
  'automation-runner': '32768',
  // What it needs to compress its pages.
  dashboard: '32768',
}

/**
 * What a process is started with, beside its settings, to take less memory. With semi-spaces of 8 MiB, which the young generation
 * has two of, it takes 8 MiB less when idle, and more under load. One arena of malloc for all threads, which gives back what is
 * free above 256 KiB, is 3 to 25 MiB less: else V8's threads keep what they needed to compile, and the dashboard what it needed
 * to hash a password.
 */
export const environmentOf = (name: BundledProcess) => ({
  NODE_OPTIONS: `--max-semi-space-size=${semiSpaceMiB[name] ?? usualSemiSpaceMiB}`,
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '262144',
  ...(givenBack[name] !== undefined && { MALLOC_MMAP_THRESHOLD_: givenBack[name] }),
})

/** The directory of a process's bundle, in its app: there it finds the libraries that are not bundled. */
export function bundleDirectory(name: BundledProcess): string {
  const [apps, app] = processes[name].split('/')
  return `${apps}/${app}/dist/${name}`
}

/** Begins the process. */
export const bundleEntry = (name: BundledProcess): string => `${bundleDirectory(name)}/main.js`
