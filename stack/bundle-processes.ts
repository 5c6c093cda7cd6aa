import { fileURLToPath } from 'node:url'
import { bundleDirectory, bundleEntry, processes, type BundledProcess } from '../infra/bundles/processes.ts'
import { buildOnce } from './build-once.ts'
import { runTool } from './run-tool.ts'

const infra = fileURLToPath(new URL('../infra', import.meta.url))

/** The file of a process's bundle that is to be run. */
export const bundleOf = (name: BundledProcess): string =>
  fileURLToPath(new URL(`../${bundleEntry(name)}`, import.meta.url))

/** Bundles every process, unless the existing bundles have the same sources. */
export const bundleProcesses = (say: (line: string) => void): Promise<void> =>
  buildOnce(
    {
      built: (Object.keys(processes) as BundledProcess[]).map(bundleDirectory),
      sources: [
        'apps/*/{src,server}/**/*.ts',
        'packages/*/src/**/*.ts',
        'packages/*/package.json',
        'infra/bundles/*.ts',
        'pnpm-lock.yaml',
      ],
      build: (suffix) =>
        runTool(infra, 'rolldown', ['--config', 'bundles/rolldown.config.ts', '--log-level', 'warn'], {
          BUNDLE_SUFFIX: suffix,
        }),
    },
    () => say('Bundling the processes …'),
  )
