import { html, script, tried, type Vector } from './vector.ts'

const rules = (value: unknown) => `<script type="speculationrules">${JSON.stringify(value)}</script>`

const byBrowser = (name: string, page: (origin: string) => string): Vector => ({
  ...html(name, (to) => page(to) + script(tried)),
  stoppedBy: 'browser',
})
const headed = (name: string, link: (origin: string) => string): Vector => ({
  ...html(name, () => ''),
  headers: ({ origin }) => ({ Link: link(origin) }),
})

const notInHeadlessShell: Vector[] = [
  byBrowser('preconnect', (to) => `<link rel="preconnect" href="${to}">`),
  byBrowser('preconnect over TLS', (to) => `<link rel="preconnect" href="${to.replace('http', 'https')}">`),
  byBrowser('dns-prefetch', (to) => `<link rel="dns-prefetch" href="${to}">`),
  byBrowser('prerender by a link', (to) => `<link rel="prerender" href="${to}/">`),
  byBrowser('a favicon', (to) => `<link rel="icon" href="${to}/a.png">`),
  byBrowser('anonymous prefetch by speculation rules', (to) =>
    rules({ prefetch: [{ urls: [`${to}/`], requires: ['anonymous-client-ip-when-cross-origin'] }] }),
  ),
  {
    ...byBrowser('prerender of a page of the same site', () =>
      rules({ prerender: [{ urls: ['next.html'], eagerness: 'immediate' }] }),
    ),
    files: ({ origin }) => ({ 'next.html': `<img src="${origin}/a.png">` }),
  },
]

/** Hints of a page that the browser might load in advance. */
export const hintVectors: Vector[] = [
  html('prefetch', (to) => `<link rel="prefetch" href="${to}/">`),
  html('preload', (to) => `<link rel="preload" as="image" href="${to}/a.png">`),
  html('modulepreload', (to) => `<link rel="modulepreload" href="${to}/a.js">`),
  headed('preload by a header', (to) => `<${to}/a.png>; rel=preload; as=image`),
  headed('modulepreload by a header', (to) => `<${to}/a.js>; rel=modulepreload`),
  byBrowser('prefetch by speculation rules', (to) =>
    rules({ prefetch: [{ urls: [`${to}/`], eagerness: 'immediate' }] }),
  ),
  byBrowser('prerender by speculation rules', (to) =>
    rules({ prerender: [{ urls: [`${to}/`], eagerness: 'immediate' }] }),
  ),
  ...notInHeadlessShell.map((vector): Vector => ({ ...vector, control: 'none' })),
]
