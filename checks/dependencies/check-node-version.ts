import { parse } from 'yaml'

/**
 * Checks the Node version for which pnpm chooses packages: it must be that of the `node` package, which runs them,
 * whichever Node the machine has.
 *
 * @param workspace the text of pnpm-workspace.yaml
 * @param manifest the text of the root's package.json
 */
export function checkNodeVersion(workspace: string, manifest: string): string[] {
  const { nodeVersion } = parse(workspace) as { nodeVersion?: string }
  const installed = (JSON.parse(manifest) as { devDependencies: { node: string } }).devDependencies.node
  if (nodeVersion === installed) return []
  return [
    `nodeVersion of pnpm-workspace.yaml is ${nodeVersion}, the node package ${installed}: they must be equal`,
  ]
}
