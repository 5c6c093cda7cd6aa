import { script, type Vector } from './vector.ts'

const inWorker = (name: string, page: string, code: (origin: string) => string): Vector => ({
  name,
  page: () => script(page),
  files: ({ origin }) => ({ 'worker.js': code(origin) }),
  stoppedBy: 'proxy',
})

const registration = `
  navigator.serviceWorker.register('worker.js').catch(() => {}).finally(() => { document.title = 'tried' })`

/** Workers of a page. */
export const workerVectors: Vector[] = [
  inWorker('a worker that fetches', `new Worker('worker.js')`, (to) => `fetch('${to}/').catch(() => {})`),
  inWorker('a worker that imports scripts', `new Worker('worker.js')`, (to) => `importScripts('${to}/a.js')`),
  inWorker(
    'a module worker that imports',
    `new Worker('worker.js', { type: 'module' })`,
    (to) => `import('${to}/a.js')`,
  ),
  inWorker(
    'a worker with a WebSocket',
    `new Worker('worker.js')`,
    (to) => `new WebSocket('${to.replace('http', 'ws')}/')`,
  ),
  inWorker('a worker with an EventSource', `new Worker('worker.js')`, (to) => `new EventSource('${to}/')`),
  inWorker(
    'a worker of a worker',
    `new Worker('worker.js')`,
    (to) => `
    const code = "fetch('${to}/').catch(() => {})"
    new Worker(URL.createObjectURL(new Blob([code])))`,
  ),
  inWorker(
    'a worker made of a blob',
    `
    fetch('worker.js').then((answer) => answer.blob()).then((blob) => new Worker(URL.createObjectURL(blob)))`,
    (to) => `fetch('${to}/').catch(() => {})`,
  ),
  inWorker(
    'a shared worker that fetches',
    `new SharedWorker('worker.js')`,
    (to) => `fetch('${to}/').catch(() => {})`,
  ),
  inWorker(
    'a shared worker that imports scripts',
    `new SharedWorker('worker.js')`,
    (to) => `importScripts('${to}/a.js')`,
  ),
  {
    name: 'an audio worklet',
    page: ({ origin }) =>
      script(`new AudioContext().audioWorklet.addModule('${origin}/a.js').catch(() => {})`),
    stoppedBy: 'proxy',
  },
  {
    name: 'a paint worklet',
    page: ({ origin }) => script(`CSS.paintWorklet.addModule('${origin}/a.js').catch(() => {})`),
    stoppedBy: 'proxy',
  },
  {
    name: 'a service worker that fetches',
    page: () => script(registration),
    files: ({ origin }) => ({ 'worker.js': `fetch('${origin}/').catch(() => {})` }),
    stoppedBy: 'browser',
  },
  {
    name: 'a service worker that imports scripts',
    page: () => script(registration),
    files: ({ origin }) => ({ 'worker.js': `importScripts('${origin}/a.js')` }),
    stoppedBy: 'browser',
  },
  {
    name: 'a service worker from a frame that just came to be',
    page: () =>
      `<iframe></iframe>${script(`
        const { contentWindow } = document.querySelector('iframe')
        contentWindow.ServiceWorkerContainer.prototype.register.call(navigator.serviceWorker, 'worker.js')
          .catch(() => {}).finally(() => { document.title = 'tried' })`)}`,
    files: ({ origin }) => ({ 'worker.js': `fetch('${origin}/').catch(() => {})` }),
    stoppedBy: 'browser',
  },
]
