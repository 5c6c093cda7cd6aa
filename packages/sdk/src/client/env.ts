/**
 * A variable of the environment; an empty one counts as absent. Browsers have no environment, and Deno shows its own only
 * with permission.
 */
export function readVariable(name: string): string | undefined {
  try {
    const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
    return process?.env?.[name] || undefined
  } catch {
    return undefined
  }
}
