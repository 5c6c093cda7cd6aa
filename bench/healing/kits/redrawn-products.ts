import { readFileSync } from 'node:fs'
import type { Marked, Template } from '../template.ts'

const folder = new URL('../pages/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8')

/** The smallest picture, in place of those that the pages name. */
const PICTURE = 'GIF89a\u0001\0\u0001\0\0\0\0,\0\0\0\0\u0001\0\u0001\0\0\u0002\u0001D\0;'
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="30"/>'

const listKeys = (page: string) => [...page.matchAll(/data-key="([^"]+)"/g)].map(([, key]) => key!)

/** What has the same `data-key` on both pages is the same element; the pages lose it before they are measured. */
function mark(before: string, after: string): Record<string, Marked> {
  const left = new Set(listKeys(after))
  return Object.fromEntries(
    listKeys(before).map((key): [string, Marked] => {
      const selector = `[data-key="${key}"]`
      return [key, [selector, left.has(key) ? selector : undefined]]
    }),
  )
}

function withPictures(file: string, page: string): Record<string, string> {
  const pictures = [...page.matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, source]) => source!)
  return {
    [file]: page,
    ...Object.fromEntries(pictures.map((each) => [each, each.endsWith('.svg') ? DRAWING : PICTURE])),
  }
}

/** @param names of its pages, which are kept as `<name>.before.html` and `<name>.after.html` */
function redraw(name: string, names: string[]): Template {
  const pages = names.map((each) => ({
    file: `${each}.html`,
    before: read(`${each}.before.html`),
    after: read(`${each}.after.html`),
  }))
  const merge = (side: 'before' | 'after'): Record<string, string> =>
    Object.assign({}, ...pages.map((page) => withPictures(page.file, page[side]))) as Record<string, string>
  return {
    name,
    versions: ['before', 'after'],
    isHeldOut: false,
    pages: pages.map(({ file }) => [file, file]),
    shown: {
      pages: [merge('before'), merge('after')],
      classes: '(?!)',
      attributes: ['data-key'],
      isWhole: true,
    },
    marked: Object.fromEntries(pages.map(({ file, before, after }) => [file, mark(before, after)])),
  }
}

/**
 * Pages after well-known kinds of products of twenty years ago and of today, with what their redesigns did: tables that became
 * lists, tabs that became a side bar, texts that became icons, forms of another order, and words that are in use now.
 */
export const redrawnProducts: Template[] = [
  redraw('a forum', ['forum-topic', 'forum-login']),
  redraw('a webshop', ['shop-product']),
  redraw('a mail client', ['mail-list', 'mail-compose']),
  redraw('a build server', ['builds-job']),
  redraw('a ticket system', ['tickets-issue']),
  redraw('an editor of posts', ['editor-post']),
  redraw('a course', ['course-page']),
  redraw('a host of code', ['project-home']),
  redraw('a bank', ['bank-transfer']),
  redraw('a hotel', ['booking-room']),
  redraw('sales orders', ['orders-list']),
  redraw('a town hall in German', ['amt-antrag']),
  redraw('a wiki', ['wiki-page']),
  redraw('tables of a database', ['tables-browse']),
  redraw('an application for a job', ['apply-job']),
  redraw('a router', ['router-wifi']),
  redraw('a library', ['library-record']),
  redraw('a panel of a host', ['panel-home']),
  redraw('a search for flights', ['flights-search']),
]
