import { open, read } from './steps.ts'
import { page, SITE, testJobs, type Job } from './test-jobs.ts'

const shows = (script: string) => page(`<p id=shown></p><script>shown.textContent = ${script}</script>`)
const shown = read('shown', '#shown')
const by =
  (header: string, wanted: string): Job['pages'][string] =>
  (request, response) => {
    const isWanted = request.headers[header]?.includes(wanted)
    response
      .writeHead(isWanted ? 200 : 403, { 'content-type': 'text/html' })
      .end(page('<p id=shown>Let in</p>'))
  }

const jobs: Job[] = [
  {
    does: 'sees a site in another language',
    pages: { '/': by('accept-language', 'de-DE') },
    more: { browser: { locale: 'de-DE' } },
    actions: [open('/'), shown],
    gives: { shown: 'Let in' },
    unless: {
      is: 'the browser speaks another one',
      more: { browser: { locale: 'fr-FR' } },
      at: 'Open /',
      error: /403/,
    },
  },
  {
    does: 'sees the times of another place',
    pages: { '/': shows(`new Date('2026-07-01T00:00:00Z').toLocaleTimeString('en-GB')`) },
    more: { browser: { timezone: 'Asia/Tokyo' } },
    actions: [
      open('/'),
      { type: 'assert', name: 'In Tokyo', text: '09:00:00', message: 'These are not the times of Tokyo' },
      shown,
    ],
    gives: { shown: '09:00:00' },
    unless: {
      is: 'the browser is elsewhere',
      more: { browser: null },
      at: 'In Tokyo',
      error: /not the times of Tokyo/,
    },
  },
  {
    does: 'uses the pages for phones',
    pages: {
      '/': page(
        '<style>#menu { display: none } @media (max-width: 500px) { #menu { display: block } }</style><meta name=viewport content="width=device-width"><p id=menu>Menu</p>',
      ),
    },
    more: { browser: { device: 'iPhone 15' } },
    actions: [
      open('/'),
      { type: 'waitForElement', name: 'Menu', selectors: ['#menu'], visible: true },
      read('menu', '#menu'),
    ],
    gives: { menu: 'Menu' },
    unless: {
      is: 'the window is a desk’s',
      more: { browser: null },
      at: 'Menu',
      error: /no visible element/,
    },
  },
  {
    does: 'keeps a picture of a page in dark colours',
    pages: { '/': shows(`matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'`) },
    more: { browser: { colorScheme: 'dark' } },
    actions: [
      open('/'),
      { type: 'assert', name: 'Dark', text: 'dark', message: 'It is light' },
      { type: 'screenshot', name: 'Picture' },
    ],
    keeps: ['screenshot'],
    unless: {
      is: 'the browser prefers light ones',
      more: { browser: { colorScheme: 'light' } },
      at: 'Dark',
      error: /It is light/,
    },
  },
  {
    does: 'opens a staging site with its key',
    pages: { '/': by('x-staging-key', 'correct horse') },
    secrets: { staging: 'correct horse' },
    more: { browser: { headers: [{ origin: SITE, name: 'X-Staging-Key', value: '${secrets.staging}' }] } },
    actions: [open('/'), shown],
    gives: { shown: 'Let in' },
    unless: { is: 'the key is not sent', more: { browser: null }, at: 'Open /', error: /403/ },
  },
  {
    does: 'says who it is',
    pages: { '/': by('user-agent', 'Shop robot (+https://shop.example/bots)') },
    more: { browser: { userAgentSuffix: 'Shop robot (+https://shop.example/bots)' } },
    actions: [open('/'), shown],
    gives: { shown: 'Let in' },
    unless: { is: 'it does not', more: { browser: null }, at: 'Open /', error: /403/ },
  },
  {
    does: 'reads what robots may read',
    pages: {
      '/robots.txt': (_request, response) => void response.end('User-agent: *\nDisallow: /private'),
      '/news': page('<p id=shown>News</p>'),
      '/private': page('<p id=shown>Private</p>'),
    },
    more: { browser: { robotsTxt: 'respect' } },
    actions: [open('/news'), shown],
    gives: { shown: 'News' },
    unless: {
      is: 'the site forbids it',
      actions: [open('/private'), shown],
      at: 'Open /private',
      error: /robots\.txt does not allow it/,
    },
  },
  {
    does: 'reads a page without waiting for its images',
    pages: {
      '/': page(
        '<img src="/slow.png" onload="document.body.textContent = `Loaded`" onerror="shown.textContent = `No images`"><p id=shown>-</p>',
      ),
      '/slow.png': (_request, response) => void response.end(''),
    },
    more: { browser: { block: ['images'] } },
    actions: [open('/'), { type: 'assert', name: 'Without', text: 'No images', message: 'There are images' }],
    unless: {
      is: 'images are loaded',
      pages: {
        '/slow.png': (_request, response) =>
          void response
            .writeHead(200, { 'content-type': 'image/gif' })
            .end(Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')),
      },
      more: { browser: null },
      at: 'Without',
      error: /There are images/,
    },
  },
  {
    does: 'sees a page over a slow connection',
    pages: { '/': page('<p id=shown>Here</p>') },
    actions: [
      { type: 'emulateNetworkConditions', name: 'Slow', download: 500_000, upload: 100_000, latency: 50 },
      open('/'),
      shown,
    ],
    gives: { shown: 'Here' },
    unless: {
      is: 'there is none',
      actions: [
        { type: 'emulateNetworkConditions', name: 'Offline', download: 0, upload: 0, latency: 0 },
        open('/'),
      ],
      at: 'Open /',
      error: /could not open/,
    },
  },
  {
    does: 'reads a list in a window of another size',
    pages: { '/': shows('innerWidth') },
    actions: [
      { type: 'setViewport', name: 'Small', width: 640, height: 480 },
      open('/'),
      { type: 'assert', name: 'Its width', text: '640', message: 'The window is larger' },
      shown,
    ],
    gives: { shown: '640' },
    unless: {
      is: 'the window is larger',
      actions: [
        open('/'),
        { type: 'assert', name: 'Its width', text: '640', message: 'The window is larger' },
      ],
      at: 'Its width',
      error: /The window is larger/,
    },
  },
]

testJobs('a browser as it is wanted', jobs)
