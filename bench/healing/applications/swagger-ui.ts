// oxlint-disable unicorn/consistent-function-scoping -- the oracle is sent to the page alone
import type { Page } from 'playwright-core'
import type { Application } from '../application.ts'
import { serveDirectory } from '../serve-directory.ts'
import { petStore } from './pet-store.ts'

const INDEX = `<!doctype html><html lang="en"><head><title>API</title><link rel="stylesheet" href="swagger-ui.css"></head>
<body><div id="swagger-ui"></div><script src="swagger-ui-bundle.js"></script>
<script src="swagger-ui-standalone-preset.js"></script><script>
  window.ui = SwaggerUIBundle({ url: '/pets.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    plugins: [SwaggerUIBundle.plugins.DownloadUrl], layout: 'StandaloneLayout' })
</script></body></html>`

/** Swagger UI showing one API, with everything closed and with some operations open. */
export const swaggerUi: Application = {
  name: 'swagger-ui-dist',
  versions: ['3.1.7', '3.20.9', '3.52.5', '4.1.3', '4.15.5', '5.10.5', '5.18.2'],
  heldOut: ['3.20.9', '4.1.3', '5.10.5'],
  serve: (directory) => serveDirectory(directory, { '/': INDEX, '/pets.json': JSON.stringify(petStore) }),
  screens: [
    { name: 'closed', open: (page, url) => openClosed(page, url) },
    {
      name: 'reading',
      open: (page, url) => openOperations(page, url, ['GET /pets', 'GET /pets/{petId}', 'POST /orders']),
    },
    {
      name: 'trying',
      open: async (page, url) => {
        await openOperations(page, url, [
          'POST /pets',
          'GET /pets',
          'DELETE /pets/{petId}',
          'PUT /users/{name}',
        ])
        for (const button of await page.locator('.try-out__btn').all()) await button.click()
        await page.locator('.execute').nth(3).waitFor()
      },
    },
  ],
  findKeys() {
    const controls: [selector: string, control: string][] = [
      ['.try-out__btn', 'try'],
      ['.execute', 'execute'],
      ['.btn-clear', 'clear'],
      ['.body-param__text', 'body'],
      ['.body-param-content-type select, .body-param .content-type', 'request-type'],
      ['.opblock-section-request-body .content-type', 'request-type'],
      [
        '.responses-inner .response-content-type select, .opblock-section > .responses-wrapper .opblock-section-header select, .responses-wrapper .content-type',
        'response-type',
      ],
      ['.authorization__btn', 'lock'],
    ]
    const found: { element: Element; key: string; wrappers?: (Element | null)[] }[] = []
    const text = (element: Element | null) => (element?.textContent ?? '').replaceAll(/[\s\u200B]+/g, '')
    for (const operation of document.querySelectorAll('.opblock')) {
      const path = operation.querySelector('.opblock-summary-path, .opblock-summary-path__deprecated')
      const name = `${text(operation.querySelector('.opblock-summary-method'))} ${text(path)}`
      const summary = operation.querySelector('.opblock-summary')
      const control = operation.querySelector('.opblock-summary-control') ?? summary
      if (control) found.push({ element: control, key: `${name} toggle`, wrappers: [summary] })
      for (const [selector, role] of controls) {
        for (const element of operation.querySelectorAll(selector))
          found.push({ element, key: `${name} ${role}` })
      }
      for (const row of operation.querySelectorAll('.parameters tr')) {
        const label = row.querySelector('.parameter__name')
        const ownText = [...(label?.childNodes ?? [])].find(({ nodeType }) => nodeType === 3)
        const parameter = (ownText?.textContent ?? '').trim()
        for (const element of row.querySelectorAll('input, select, textarea')) {
          if (parameter && !element.matches('.body-param__text')) {
            found.push({ element, key: `${name} ${parameter} ${element.localName}` })
          }
        }
      }
    }
    for (const tag of document.querySelectorAll('.opblock-tag')) {
      const key = `tag ${tag.getAttribute('data-tag') ?? text(tag.querySelector('a, span'))}`
      found.push({ element: tag.querySelector('button') ?? tag, key, wrappers: [tag] })
    }
    for (const [selector, key] of [
      ['.btn.authorize', 'authorize'],
      ['.schemes select, .scheme-container select', 'scheme'],
      ['.download-url-input', 'url'],
      ['.download-url-button', 'explore'],
      ['.topbar a.link', 'logo'],
      ['.info a[href*="pets.json"]', 'document'],
      ['.info a[href*="terms"]', 'terms'],
      ['.info a[href^="mailto"]', 'mail'],
      ['.info a[href*="licence"]', 'licence'],
      ['.info a[href*="website"]', 'website'],
    ] as const) {
      for (const element of document.querySelectorAll(selector)) found.push({ element, key })
    }
    return found
  },
  hidden: {
    attributes: ['id', 'data-param-name', 'data-param-in', 'data-tag', 'data-path', 'data-is-open', 'href'],
    classes:
      'try-out__btn|execute|btn-clear|body-param__text|opblock-summary.*|authorization__btn|authorize|download-url-.*|opblock-tag.*|parameter__name|content-type|opblock-tag',
  },
}

async function openClosed(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.locator('.opblock').first().waitFor()
}

async function openOperations(page: Page, url: string, names: string[]): Promise<void> {
  await openClosed(page, url)
  for (const name of names) {
    const [method = '', path = ''] = name.split(' ')
    const operations = page
      .locator('.opblock')
      .filter({ has: page.locator('.opblock-summary-method', { hasText: new RegExp(`^${method}$`) }) })
    for (const operation of await operations.all()) {
      const shown = await operation.locator('.opblock-summary-path').first().textContent()
      if ((shown ?? '').replaceAll(/[\s\u200B]/g, '') !== path) continue
      await operation.locator('.opblock-summary').click({ position: { x: 20, y: 10 } })
      await operation.locator('.try-out__btn').waitFor()
    }
  }
}
