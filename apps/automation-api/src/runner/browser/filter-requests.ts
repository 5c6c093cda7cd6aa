import type { BrowserContext, Frame, Page, Request } from 'playwright-core'
import type { BrowserSettings } from '../../automations/settings/browser-settings.ts'
import { fillSecrets } from '../../automations/settings/secret-text.ts'
import { isAdHost } from './ad-hosts.ts'
import { createRobots, type Robots } from './robots.ts'

const resourceOf: Record<string, NonNullable<BrowserSettings['block']>[number]> = {
  image: 'images',
  media: 'media',
  font: 'fonts',
}

/** Adds an automation's headers to its sites' requests, and refuses those that it does not want to make. */
export async function filterRequests(
  context: BrowserContext,
  { headers = [], block = [], robotsTxt }: BrowserSettings,
  secrets: Record<string, string>,
): Promise<void> {
  const blocked = new Set(block)
  const robots = robotsTxt === 'respect' ? createRobots() : undefined
  // Every request waits for this process, so only where there is something to do.
  if (headers.length === 0 && blocked.size === 0 && !robots) return
  const filled = headers.map((header) => ({ ...header, value: fillSecrets(header.value, secrets) }))

  await context.route('**/*', async (route, request) => {
    if (isBlocked(request, blocked) || !(await isAllowed(request, context.pages()[0]!, robots)))
      return end(route.abort('blockedbyclient'))
    const site = URL.parse(request.url())?.origin
    const own = filled.filter(({ origin }) => origin === site)
    const added = Object.fromEntries(own.map(({ name, value }) => [name.toLowerCase(), value]))
    return end(
      own.length === 0 ? route.continue() : route.continue({ headers: { ...request.headers(), ...added } }),
    )
  })
}

/** A page that is gone needs no answer. */
const end = (answer: Promise<void>): Promise<void> => answer.catch(() => {})

function isBlocked(request: Request, blocked: Set<string>): boolean {
  const type = request.resourceType()
  if (type === 'document') return false
  const resource = resourceOf[type]
  if (resource !== undefined && blocked.has(resource)) return true
  return blocked.has('ads') && isAdHost(URL.parse(request.url())?.hostname ?? '')
}

/** Undefined for a window that Playwright does not know yet. */
function findFrame(request: Request): Frame | undefined {
  try {
    return request.frame()
  } catch {
    return undefined
  }
}

/** Only pages are asked for: what a page consists of belongs to it. */
async function isAllowed(request: Request, first: Page, robots: Robots | undefined): Promise<boolean> {
  if (!robots || !request.isNavigationRequest()) return true
  const frame = findFrame(request)
  return frame?.parentFrame() != null || robots.allows(request.url(), frame?.page() ?? first)
}
