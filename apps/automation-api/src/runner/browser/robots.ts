import robots from 'robots-parser'
import type { Page } from 'playwright-core'
import { loadResource } from '../pages/load-resource.ts'

/** The robots.txt files of the sites of a run. */
export interface Robots {
  allows: (url: string, page: Page) => Promise<boolean>
}

/** The name by which a robots.txt can name this service; otherwise the rules for everybody apply. */
const NAME = 'Waypost'
const MOST_BYTES = 512 * 1024

// Its types describe a module of another kind than it is.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const parseRobots = robots as unknown as typeof robots.default

type Rules = ReturnType<typeof parseRobots>

/** Reads each site's robots.txt once in a run (RFC 9309). */
export function createRobots(): Robots {
  const bySite = new Map<string, Promise<Rules>>()

  return {
    async allows(url, page) {
      const place = new URL('/robots.txt', url).href
      const reading = bySite.get(place) ?? read(place, page)
      bySite.set(place, reading)
      // A site that cannot be reached fails the step by itself.
      const rules = await reading.catch(() => undefined)
      return rules?.isAllowed(url, NAME) ?? true
    },
  }
}

async function read(url: string, page: Page): Promise<Rules> {
  const { status, content } = await loadResource(page, url, MOST_BYTES)
  // A site that cannot say what it allows allows nothing; one without the file allows everything.
  if (status >= 500) return parseRobots(url, 'User-agent: *\nDisallow: /')
  return parseRobots(url, status >= 400 ? '' : content.toString('utf8'))
}
