import type * as Playwright from 'playwright-core'

const engines = new Map<string, string>()
let loading: Promise<typeof Playwright> | undefined

/**
 * Imports Playwright, with the selector engines that are registered. That takes longer than everything else that a runner
 * imports, so the first browser waits for it, and not the start.
 */
export function loadPlaywright(): Promise<typeof Playwright> {
  loading ??= load()
  return loading
}

/**
 * Has each browser know a selector engine.
 *
 * @param source an expression
 */
export async function addEngine(name: string, source: string): Promise<void> {
  engines.set(name, source)
  if (loading) await register(await loading, name, source)
}

async function load(): Promise<typeof Playwright> {
  const playwright = await import('playwright-core')
  for (const [name, source] of engines) await register(playwright, name, source)
  return playwright
}

// A browser that was launched before does not know the engine.
const register = ({ selectors }: typeof Playwright, name: string, content: string): Promise<void> =>
  selectors.register(name, { content }, { contentScript: true }).catch((error: unknown) => {
    if (!String(error).includes('already registered')) throw error
  })
