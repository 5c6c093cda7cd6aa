// oxlint-disable unicorn/consistent-function-scoping -- the oracle is sent to the page alone
import { execFile } from 'node:child_process'
import { access, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import type { Application } from '../application.ts'
import { serveDirectory } from '../serve-directory.ts'

const run = promisify(execFile)

/** TiddlyWiki's own documentation, built by each version from its own sources. */
export const tiddlywiki: Application = {
  name: 'tiddlywiki',
  versions: ['5.1.17', '5.1.22', '5.2.1', '5.2.7', '5.3.0', '5.3.3', '5.4.1'],
  heldOut: ['5.2.1', '5.2.7', '5.3.3'],
  async serve(directory) {
    const output = path.resolve(directory, '../../built')
    await mkdir(output, { recursive: true })
    const index = path.join(output, 'index.html')
    const isBuilt = await access(index).then(
      () => true,
      () => false,
    )
    if (!isBuilt) {
      const edition = path.join(directory, 'editions/tw5.com')
      const build = ['--output', output, '--rendertiddler', '$:/core/save/all', 'index.html', 'text/plain']
      await run(process.execPath, [path.join(directory, 'tiddlywiki.js'), edition, ...build], {
        timeout: 60_000,
      })
    }
    const served = await serveDirectory(output, {})
    return { ...served, url: `${served.url}index.html` }
  },
  screens: [
    { name: 'reading', open: (page, url) => open(page, url, ['GettingStarted', 'HelloThere']) },
    {
      name: 'tools',
      open: async (page, url) => {
        await open(page, url, ['HelloThere'])
        await page.locator('.tc-sidebar-lists .tc-tab-buttons button', { hasText: 'Tools' }).first().click()
        await page.locator('.tc-sidebar-lists input[type=checkbox]').first().waitFor()
      },
    },
    {
      name: 'editing',
      open: async (page, url) => {
        await open(page, url, ['Filters'])
        await page.locator('.tc-tiddler-frame button[class*="Buttons%2Fedit"]').first().click()
        await page.locator('.tc-tiddler-edit-frame').waitFor()
      },
    },
    { name: 'settings', open: (page, url) => open(page, url, ['$:/ControlPanel', '$:/AdvancedSearch']) },
  ],
  findKeys() {
    const found: { element: Element; key: string }[] = []
    const place = (element: Element) => {
      const frame = element.closest('.tc-tiddler-frame')
      const title =
        frame?.getAttribute('data-tiddler-title') ??
        (frame?.querySelector('.tc-title')?.textContent ?? '').trim()
      return frame ? `in ${title}` : 'outside'
    }
    for (const element of document.querySelectorAll('button, input, textarea, a, select')) {
      const token = [...element.classList].find((each) => each.startsWith('tc-btn-%24'))
      const start = [...element.classList].find((each) =>
        each.startsWith('tc-text-editor-toolbar-item-start'),
      )
      if (token) found.push({ element, key: `${place(element)} ${token}` })
      else if (start) found.push({ element, key: `${place(element)} ${start}` })
      else if (element.matches('a.tc-tiddlylink')) {
        found.push({
          element,
          key: `${place(element)} link ${decodeURIComponent(element.getAttribute('href') ?? '')}`,
        })
      } else if (element.matches('.tc-edit-texteditor')) {
        found.push({
          element,
          key: `${place(element)} ${element.className.replaceAll(/tc-(popup-handle|edit-max-width|keep-focus)|\s+/g, '').trim()}`,
        })
      } else if (element.matches('.tc-search input')) {
        found.push({ element, key: `${place(element)} search` })
      }
    }
    return found
  },
  hidden: {
    attributes: ['href', 'data-tiddler-title', 'data-tags', 'data-tab-title'],
    classes: 'tc-btn-.*|tc-text-editor-toolbar-item-.*|tc-tiddlylink.*|tc-edit-.*|tc-titlebar',
  },
}

async function open(page: Page, url: string, titles: string[]): Promise<void> {
  const fragment = titles.map((title) => `[[${title}]]`).join(' ')
  await page.goto(`${url}#:${encodeURIComponent(fragment)}`)
  await page
    .locator('.tc-tiddler-frame')
    .nth(titles.length - 1)
    .waitFor()
}
