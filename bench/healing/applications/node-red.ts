// oxlint-disable unicorn/consistent-function-scoping -- the oracle is sent to the page alone
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { findFreePort } from '../../../packages/testing/src/find-free-port.ts'
import type { Application } from '../application.ts'

const KINDS = ['inject', 'function', 'switch', 'http request', 'mqtt in', 'template']

const flow = [
  { id: 'f1', type: 'tab', label: 'Flow', disabled: false, info: '' },
  ...KINDS.map((type, index) => ({
    id: `n${index}`,
    type,
    z: 'f1',
    name: '',
    x: 200,
    y: 60 + 50 * index,
    wires: [[]],
  })),
]

/** Node-RED's editor with a flow of one node of each common kind. */
export const nodeRed: Application = {
  name: 'node-red',
  versions: ['0.18.7', '1.0.6', '1.2.9', '2.1.6', '3.1.15', '4.1.15', '5.0.7'],
  heldOut: ['1.2.9', '2.1.6', '4.1.15'],
  async serve(directory) {
    const userDirectory = await mkdtemp(path.join(tmpdir(), 'waypost-node-red-'))
    const port = await findFreePort()
    const settings = {
      uiPort: port,
      uiHost: '127.0.0.1',
      userDir: userDirectory,
      flowFile: 'flows.json',
      credentialSecret: false,
      telemetry: { enabled: false },
      editorTheme: { tours: false, palette: { editable: false }, projects: { enabled: false } },
      logging: { console: { level: 'error', metrics: false, audit: false } },
    }
    const settingsFile = path.join(userDirectory, 'settings.js')
    await writeFile(settingsFile, `module.exports = ${JSON.stringify(settings)}`)
    await writeFile(path.join(userDirectory, 'flows.json'), JSON.stringify(flow))
    const child = spawn(process.execPath, [path.join(directory, 'red.js'), '--settings', settingsFile], {
      env: { PATH: process.env['PATH'], HOME: userDirectory },
      stdio: 'ignore',
    })
    const url = `http://127.0.0.1:${port}/`
    const close = async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      await rm(userDirectory, { recursive: true, force: true })
    }
    try {
      await waitUntilUp(`${url}nodes`, () => child.exitCode !== null)
    } catch (error) {
      await close()
      throw error
    }
    return { url, close }
  },
  screens: [
    { name: 'start', open },
    {
      name: 'menu',
      open: async (page, url) => {
        await open(page, url)
        await page.locator('#btn-sidemenu, #red-ui-header-button-sidemenu').click()
        await page.locator('#menu-item-import, #red-ui-header-button-sidemenu-submenu li').first().waitFor()
      },
    },
    ...KINDS.map((kind, index) => ({
      name: kind,
      open: async (page: Page, url: string) => {
        await open(page, url)
        await page.evaluate((id) => {
          const { RED } = globalThis as unknown as {
            RED: { editor: { edit: (node: object) => void }; nodes: { node: (id: string) => object } }
          }
          RED.editor.edit(RED.nodes.node(id))
        }, `n${index}`)
        await page.locator('#node-input-name').waitFor()
      },
    })),
  ],
  findKeys(screen) {
    const found: { element: Element; key: string; wrappers?: (Element | null)[] }[] = []
    const normal = (id: string) =>
      id
        .replace(/^red-ui-/, '')
        .replace(/^header-button-/, '')
        .replace(/^btn-/, '')
        .replaceAll(/[\s_]+/g, '-')
    for (const node of document.querySelectorAll('.palette_node, .red-ui-palette-node')) {
      const kind = node.getAttribute('data-palette-type') ?? node.id.replace(/^palette_node_/, '')
      const label = node.querySelector('.palette_label, .red-ui-palette-label')
      if (label)
        found.push({ element: label, key: `palette ${kind.replaceAll(/[\s_]+/g, '-')}`, wrappers: [node] })
    }
    for (const element of document.querySelectorAll(
      'a[id], button[id], input[id], select[id], textarea[id], li[id] > a',
    )) {
      const id = element.id || (element.parentElement?.id ?? '')
      if (/^(palette_node|red-ui-palette-node)/.test(id) || /\d{4,}|[a-f\d]{6,}\.|trap-|-menu-/.test(id))
        continue
      // Fields of that name are in every node's dialog.
      const place = /^node-|editor-tab/.test(id) ? screen : ''
      found.push({ element, key: `${place} ${normal(id)}`.trim() })
    }
    return found
  },
  hidden: { attributes: ['id', 'data-palette-type', 'href', 'data-i18n'], classes: 'palette_node_.*' },
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.locator('#palette-container .palette_node, .red-ui-palette-node').first().waitFor()
  await page.locator('.node_label, .red-ui-flow-node-label').first().waitFor()
}

async function waitUntilUp(url: string, hasEnded: () => boolean): Promise<void> {
  for (const deadlineAt = Date.now() + 40_000; Date.now() < deadlineAt;) {
    if (hasEnded()) throw new Error('Node-RED ended')
    const isUp = await fetch(url, { headers: { Accept: 'application/json' } }).then(
      (response) => response.ok,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => {
      setTimeout(resolve, 200)
    })
  }
  throw new Error('Node-RED did not come up')
}
