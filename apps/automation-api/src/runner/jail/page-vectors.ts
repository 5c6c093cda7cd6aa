/** One thing that a page could reach beyond itself, its site and its run: code that says `through` if it did. */
export interface PageVector {
  name: string
  /** The body of an async function on the page of an https-like origin. */
  code: string
  /** What an earlier run does, so that there is something to find. */
  before?: string
}

const answers = (promise: string) => `return (await ${promise}) ? 'through' : 'nothing'`
const has = (expression: string) => `return (${expression}) ? 'through' : 'nothing'`

/** What another run has left. */
const leftVectors: PageVector[] = [
  { name: 'cookies', before: `document.cookie = 'left=1; max-age=1000'`, code: has('document.cookie') },
  { name: 'local storage', before: `localStorage.left = 1`, code: has('localStorage.left') },
  { name: 'session storage', before: `sessionStorage.left = 1`, code: has('sessionStorage.left') },
  { name: 'the name of its window', before: `window.name = 'left'`, code: has('window.name') },
  {
    name: 'databases',
    before: `await new Promise((done) => { indexedDB.open('left').onsuccess = done })`,
    code: has('(await indexedDB.databases()).length'),
  },
  { name: 'caches', before: `await caches.open('left')`, code: has('(await caches.keys()).length') },
  {
    name: 'the origin’s private files',
    before: `await (await navigator.storage.getDirectory()).getFileHandle('left', { create: true })`,
    code: `for await (const name of (await navigator.storage.getDirectory()).keys()) return 'through'`,
  },
  {
    name: 'a broadcast channel',
    before: `window.kept = new BroadcastChannel('left'); kept.onmessage = () => kept.postMessage('left')`,
    code: `const channel = new BroadcastChannel('left'); const heard = new Promise((done) => { channel.onmessage = done }); channel.postMessage(1); ${answers('Promise.race([heard, new Promise((done) => setTimeout(done, 300))])')}`,
  },
  {
    name: 'a lock',
    before: `navigator.locks.request('left', () => new Promise(() => {})); await 0`,
    code: has(`(await navigator.locks.query()).held.length`),
  },
  { name: 'the history', before: `history.pushState(0, '', '/left')`, code: has('history.length > 2') },
]

/** Devices and interfaces of the machine. */
const deviceVectors: PageVector[] = [
  { name: 'WebGL', code: has(`document.createElement('canvas').getContext('webgl')`) },
  { name: 'WebGL 2', code: has(`document.createElement('canvas').getContext('webgl2')`) },
  {
    name: 'WebGPU',
    code: `return navigator.gpu && (await navigator.gpu.requestAdapter()) ? 'through' : 'nothing'`,
  },
  { name: 'WebUSB', code: has(`navigator.usb && (await navigator.usb.getDevices()).length`) },
  { name: 'a serial port', code: has(`navigator.serial && (await navigator.serial.getPorts()).length`) },
  { name: 'a HID device', code: has(`navigator.hid && (await navigator.hid.getDevices()).length`) },
  { name: 'Bluetooth', code: has(`navigator.bluetooth && (await navigator.bluetooth.getAvailability())`) },
  { name: 'NFC', code: has(`'NDEFReader' in window`) },
  {
    name: 'MIDI',
    code: answers(`navigator.requestMIDIAccess?.().then((access) => access.inputs.size, () => 0)`),
  },
  { name: 'a camera', code: answers(`navigator.mediaDevices?.getUserMedia({ video: true }).catch(() => 0)`) },
  {
    name: 'a microphone',
    code: answers(`navigator.mediaDevices?.getUserMedia({ audio: true }).catch(() => 0)`),
  },
  { name: 'the screen', code: answers(`navigator.mediaDevices?.getDisplayMedia().catch(() => 0)`) },
  {
    name: 'the place of the machine',
    code: answers(
      `new Promise((done) => navigator.geolocation.getCurrentPosition(() => done(1), () => done(0), { timeout: 300 }))`,
    ),
  },
  { name: 'the clipboard', code: answers(`navigator.clipboard?.readText().catch(() => 0)`) },
  {
    name: 'a file of the machine by a picker',
    code: answers(`window.showOpenFilePicker?.().catch(() => 0)`),
  },
  {
    name: 'a directory of the machine by a picker',
    code: answers(`window.showDirectoryPicker?.().catch(() => 0)`),
  },
  { name: 'a game pad', code: has(`navigator.getGamepads().some(Boolean)`) },
  {
    name: 'the battery',
    code: has(`navigator.getBattery && (await navigator.getBattery()).dischargingTime < Infinity`),
  },
  {
    name: 'idle detection',
    code: has(
      `'IdleDetector' in window && (await IdleDetector.requestPermission().catch(() => '')) === 'granted'`,
    ),
  },
  {
    name: 'installed fonts by name',
    code: has(`(await window.queryLocalFonts?.().catch(() => []))?.length`),
  },
  {
    name: 'a speech service',
    code: has(
      `'webkitSpeechRecognition' in window && speechSynthesis.getVoices().some(({ localService }) => !localService)`,
    ),
  },
  {
    name: 'payment',
    code: answers(
      `Promise.resolve().then(() => new PaymentRequest([{ supportedMethods: 'https://pay.example' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment()).catch(() => 0)`,
    ),
  },
  {
    name: 'a credential of the machine',
    code: answers(`navigator.credentials?.get({ password: true }).catch(() => 0)`),
  },
]

/** Parts of the browser itself. */
const browserVectors: PageVector[] = [
  {
    name: 'a service worker',
    code: answers(
      `navigator.serviceWorker?.register('/worker.js').then(() => navigator.serviceWorker.getRegistrations(), () => []).then((all) => all.length)`,
    ),
  },
  {
    name: 'a push subscription',
    code: answers(
      `navigator.serviceWorker?.getRegistration().then((found) => found?.pushManager.subscribe()).catch(() => 0)`,
    ),
  },
  {
    name: 'a notification',
    code: has(`'Notification' in window && (await Notification.requestPermission()) === 'granted'`),
  },
  {
    name: 'printing',
    code: `let printed = false; addEventListener('afterprint', () => { printed = true }); print(); return printed && matchMedia('print').matches ? 'through' : 'nothing'`,
  },
  {
    name: 'an extension',
    code: has(
      `await fetch('chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html').then(() => 1, () => 0)`,
    ),
  },
  { name: 'an extension’s messages', code: has(`window.chrome?.runtime?.sendMessage`) },
  {
    name: 'the DevTools port',
    code: has(
      `(await Promise.all([9222, 9229, 21222].map((port) => fetch('http://127.0.0.1:' + port + '/json').then((answer) => answer.ok, () => 0)))).some(Boolean)`,
    ),
  },
  { name: 'the DevTools protocol', code: has(`window.chrome?.devtools`) },
  {
    name: 'internal pages',
    code: `const frame = document.createElement('iframe'); frame.src = 'chrome://settings'; document.body.append(frame); await new Promise((done) => setTimeout(done, 100)); try { return frame.contentDocument.body.textContent ? 'through' : 'nothing' } catch { return 'nothing' }`,
  },
  {
    name: 'a crash of other processes',
    code: `const frame = document.createElement('iframe'); frame.src = 'chrome://crash'; document.body.append(frame); return 'nothing'`,
  },
  {
    name: 'shared memory with precise timing',
    code: has(`self.crossOriginIsolated || typeof SharedArrayBuffer === 'function'`),
  },
  {
    name: 'memory of the machine in detail',
    code: has(
      `performance.measureUserAgentSpecificMemory && (await performance.measureUserAgentSpecificMemory().catch(() => 0))`,
    ),
  },
  { name: 'an external program', code: `location.href = 'ms-settings:'; return 'nothing'` },
  {
    name: 'a handler for links',
    code: answers(
      `Promise.resolve().then(() => navigator.registerProtocolHandler('web+x', '/%s')).then(() => 0, () => 0)`,
    ),
  },
  {
    name: 'a download',
    code: `const link = document.createElement('a'); link.download = 'x'; link.href = 'data:,x'; link.click(); return 'nothing'`,
  },
  {
    name: 'a window outside of the run',
    code: `open('about:blank', '_blank', 'noopener'); return 'nothing'`,
  },
]

export const pageVectors: Record<string, PageVector[]> = {
  'another run': leftVectors,
  'the machine': deviceVectors,
  'the browser': browserVectors,
}
