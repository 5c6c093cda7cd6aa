import { type Destination, html, moduleScript, script, type Vector } from './vector.ts'

/** Resources that a page loads by itself. */
export const resourceVectors: Vector[] = [
  html('an image', (to) => `<img src="${to}/a.png">`),
  html('an image of a set', (to) => `<img srcset="${to}/a.png 1x, ${to}/b.png 2x">`),
  html('an image that is a button', (to) => `<input type="image" src="${to}/a.png">`),
  html('an SVG image', (to) => `<svg><image href="${to}/a.png" width="9" height="9" /></svg>`),
  html('a classic script', (to) => `<script src="${to}/a.js"></script>`),
  html('a module script', (to) => `<script type="module" src="${to}/a.js"></script>`),
  html('a static import', (to) => moduleScript(`import '${to}/a.js'`)),
  html('a dynamic import', (to) => script(`import('${to}/a.js')`)),
  html('a stylesheet', (to) => `<link rel="stylesheet" href="${to}/a.css">`),
  html('a CSS import', (to) => `<style>@import url(${to}/a.css)</style>`),
  html('a CSS background', (to) => `<style>body { background: url(${to}/a.png) }</style>`),
  html('a CSS cursor', (to) => `<style>html { cursor: url(${to}/a.png), auto }</style><p>text`),
  html(
    'a font',
    (to) =>
      `<style>@font-face { font-family: f; src: url(${to}/a.woff2) } p { font-family: f }</style><p>text`,
  ),
  html('an audio element', (to) => `<audio preload="auto" src="${to}/a.mp3"></audio>`),
  html('a video element', (to) => `<video preload="auto" src="${to}/a.mp4"></video>`),
  html('a video poster', (to) => `<video poster="${to}/a.png"></video>`),
  html(
    'a text track',
    (to) => `<video crossorigin src="a.mp4"><track default kind="captions" src="${to}/a.vtt"></video>`,
  ),
  html('an iframe', (to) => `<iframe src="${to}/"></iframe>`),
  html('a frame of a frameset', (to) => `<frameset><frame src="${to}/"></frameset>`),
  html('an object', (to) => `<object data="${to}/a.html" type="text/html"></object>`),
  html('an embed', (to) => `<embed src="${to}/a.html" type="text/html">`),
  html(
    'an image in an iframe of its own source',
    (to) => `<iframe srcdoc="<img src='${to}/a.png'>"></iframe>`,
  ),
  html(
    'an image in a nested iframe',
    (to) => `<iframe srcdoc="<iframe srcdoc=&quot;<img src='${to}/a.png'>&quot;></iframe>"></iframe>`,
  ),
  html(
    'an image in a data: document',
    (to) => `<iframe src="data:text/html,<img src='${to}/a.png'>"></iframe>`,
  ),
  html(
    'an image in a sandboxed iframe',
    (to) => `<iframe sandbox srcdoc="<img src='${to}/a.png'>"></iframe>`,
  ),
  html('an image below a base address', (to) => `<base href="${to}/"><img src="a.png">`),
  html('an image that a script makes', (to) => script(`new Image().src = '${to}/a.png'`)),
  html(
    'a script of an import map',
    (to) =>
      `<script type="importmap">{ "imports": { "a": "${to}/a.js" } }</script>${moduleScript("import 'a'")}`,
  ),
  html('a JSON module', (to) => moduleScript(`import a from '${to}/a.json' with { type: 'json' }`)),
  html('a CSS module', (to) => moduleScript(`import a from '${to}/a.css' with { type: 'css' }`)),
  html('a CSS mask', (to) => `<style>body { mask-image: url(${to}/a.svg) }</style>text`),
  html(
    'an SVG filter',
    (to) =>
      `<svg><filter id="f"><feImage href="${to}/a.png" /></filter><rect filter="url(#f)" width="9" height="9" /></svg>`,
  ),
  html('an image in markup that a script writes', (to) => script(`document.write('<img src=${to}/a.png>')`)),
  html('a compression dictionary', (to) => `<link rel="compression-dictionary" href="${to}/a">`),
  html('fetchLater', (to) => script(`fetchLater('${to}/', { activateAfter: 0 })`)),
  html('fetch', (to) => script(`fetch('${to}/').catch(() => {})`)),
  html('fetch without CORS', (to) => script(`fetch('${to}/', { mode: 'no-cors' }).catch(() => {})`)),
  html('fetch that outlives its page', (to) =>
    script(`fetch('${to}/', { method: 'POST', keepalive: true, body: 'x' }).catch(() => {})`),
  ),
  html('fetch with a preflight', (to) =>
    script(`fetch('${to}/', { method: 'PUT', headers: { 'X-Own': '1' } }).catch(() => {})`),
  ),
  html('XMLHttpRequest', (to) => script(`x = new XMLHttpRequest(); x.open('GET', '${to}/'); x.send()`)),
  html('a synchronous XMLHttpRequest', (to) =>
    script(`try { x = new XMLHttpRequest(); x.open('GET', '${to}/', false); x.send() } catch {}`),
  ),
  html('a beacon', (to) => script(`navigator.sendBeacon('${to}/', 'x')`)),
  html('a beacon as the page is left', (to) =>
    script(
      `addEventListener('pagehide', () => navigator.sendBeacon('${to}/', 'x')); location = 'about:blank'`,
    ),
  ),
  {
    name: 'a manifest',
    page: ({ origin }) => `<link rel="manifest" href="${origin}/a.json">`,
    // Done automatically by a browser with a window.
    visit: async (page) => {
      // Queried earlier, the browser reports that there is none.
      await page.locator('link[rel=manifest]').waitFor({ state: 'attached' })
      const session = await page.context().newCDPSession(page)
      await session.send('Page.getAppManifest')
    },
    stoppedBy: 'proxy',
  },
]

const redirected = (name: string, page: (url: string) => string, status?: number): Vector => ({
  name: `${name} that is redirected`,
  page: ({ origin, redirectTo }: Destination) => page(redirectTo(`${origin}/`, status)),
  stoppedBy: 'proxy',
})

/** Redirects of the allowed site. */
export const redirectVectors: Vector[] = [
  redirected('an image', (url) => `<img src="${url}">`),
  redirected('a script', (url) => `<script src="${url}"></script>`),
  redirected('a stylesheet', (url) => `<link rel="stylesheet" href="${url}">`),
  redirected('an iframe', (url) => `<iframe src="${url}"></iframe>`),
  redirected('a fetch', (url) => script(`fetch('${url}', { mode: 'no-cors' }).catch(() => {})`)),
  redirected('an XMLHttpRequest', (url) =>
    script(`x = new XMLHttpRequest(); x.open('GET', '${url}'); x.send()`),
  ),
  redirected(
    'a POST (307)',
    (url) => script(`fetch('${url}', { method: 'POST', mode: 'no-cors' }).catch(() => {})`),
    307,
  ),
  redirected('an EventSource', (url) => script(`new EventSource('${url}')`)),
  redirected('a page', (url) => script(`location = '${url}'`)),
  redirected('a page (308)', (url) => script(`location = '${url}'`), 308),
]
