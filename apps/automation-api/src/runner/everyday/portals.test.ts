import { Secret, TOTP } from 'otpauth'
import { click, expectText, list, open, read, type } from './steps.ts'
import { page, SITE, testJobs, type Job } from './test-jobs.ts'

const form = page(
  `<form action="/enter"><label>User <input name=user></label><label>Password <input type=password name=password></label><button>Sign in</button></form>`,
)
const enter =
  (password: string): Job['pages'][string] =>
  (request, response) => {
    const given = new URL(request.url!, 'http://portal').searchParams
    const isRight = given.get('user') === 'ada' && given.get('password') === password
    response
      .setHeader('content-type', 'text/html')
      .end(page(isRight ? '<h1>Welcome, Ada</h1>' : '<p role=alert>Wrong password</p>'))
  }
const signIn = [
  open('/'),
  type('aria/User', 'ada'),
  type('aria/Password', '${secrets.portal}'),
  click('aria/Sign in[role="button"]'),
  expectText('Welcome', 'h1', 'Nobody is signed in'),
]

const totp = new TOTP({ secret: Secret.fromBase32('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ') })
const code = (check: (token: string) => boolean): Job['pages'] => ({
  '/': page('<form action="/code"><label>Code <input name=code></label><button>Check</button></form>'),
  '/code': (request, response) => {
    const token = new URL(request.url!, 'http://portal').searchParams.get('code') ?? ''
    response
      .setHeader('content-type', 'text/html')
      .end(page(check(token) ? '<h1>Verified</h1>' : '<p>Wrong code</p>'))
  },
})

const asking = (how: string) =>
  page(`<button id=go>Delete</button><p id=state>There</p><script>go.onclick = () => { ${how} }</script>`)

const jobs: Job[] = [
  {
    does: 'signs in with a password of the account',
    pages: { '/': form, '/enter': enter('correct horse') },
    secrets: { portal: 'correct horse' },
    actions: [...signIn, read('title', 'h1')],
    gives: { title: 'Welcome, Ada' },
    unless: {
      is: 'the password was changed',
      pages: { '/enter': enter('another') },
      at: 'Expect Welcome',
      error: /Nobody is signed in/,
    },
  },
  {
    does: 'enters the code of an authenticator',
    pages: code((token) => totp.validate({ token, window: 1 }) !== null),
    secrets: { authenticator: totp.toString() },
    actions: [
      open('/'),
      type('aria/Code', '${secrets.authenticator.totp}'),
      click('aria/Check'),
      expectText('Verified', 'h1', 'The code is wrong'),
    ],
    unless: {
      is: 'the site knows another key',
      pages: code(() => false),
      at: 'Expect Verified',
      error: /The code is wrong/,
    },
  },
  {
    does: 'answers the browser’s own question for a password',
    pages: {
      '/': (request, response) => {
        const isRight = request.headers.authorization === `Basic ${btoa('ada:correct horse')}`
        if (isRight) response.setHeader('content-type', 'text/html').end(page('<h1>Router</h1>'))
        else response.writeHead(401, { 'www-authenticate': 'Basic realm="router"' }).end()
      },
    },
    secrets: { portal: 'correct horse' },
    more: { browser: { basicAuth: { origin: SITE, username: 'ada', password: '${secrets.portal}' } } },
    actions: [open('/'), read('title', 'h1')],
    gives: { title: 'Router' },
    unless: { is: 'nobody answers it', more: { browser: null }, at: 'Open /', error: /401/ },
  },
  {
    does: 'fills in a form in a frame',
    pages: {
      '/': page('<iframe src="/inner" title="Pay"></iframe>'),
      '/inner': page('<label>IBAN <input oninput="out.textContent = this.value"></label><p id=out></p>'),
    },
    actions: [open('/'), type('aria/IBAN', 'DE02'), read('typed', '#out')],
    gives: { typed: 'DE02' },
    unless: {
      is: 'the frame is gone',
      pages: { '/': page('<p>Closed</p>') },
      at: 'Type into aria/IBAN',
      error: /no element matches/,
    },
  },
  {
    does: 'goes on in the window that a link opens',
    pages: {
      '/': page('<a href="/invoice" target=_blank>Invoice</a>'),
      '/invoice': page('<h1>Invoice 7</h1>', 'Invoice'),
    },
    actions: [
      open('/'),
      click('text/Invoice'),
      { type: 'switchWindow', name: 'The new window', title: 'Invoice' },
      read('title', 'h1'),
    ],
    gives: { title: 'Invoice 7' },
    unless: {
      is: 'no window opens',
      pages: { '/': page('<a href="#here">Invoice</a>') },
      at: 'The new window',
      error: /no window is called "Invoice"/,
    },
  },
  {
    does: 'confirms what a page asks',
    pages: { '/': asking(`if (confirm('Sure?')) state.textContent = 'Gone'`) },
    actions: [
      open('/'),
      click('aria/Delete'),
      { type: 'dialog', name: 'Yes', answer: 'accept' },
      expectText('Gone', '#state', 'It is still there'),
    ],
    unless: {
      is: 'the question is declined',
      actions: [
        open('/'),
        click('aria/Delete'),
        { type: 'dialog', name: 'No', answer: 'dismiss' },
        expectText('Gone', '#state', 'It is still there'),
      ],
      at: 'Expect Gone',
      error: /It is still there/,
    },
  },
  {
    does: 'types into what a page asks',
    pages: { '/': asking(`state.textContent = prompt('Which?')`) },
    actions: [
      open('/'),
      click('aria/Delete'),
      { type: 'dialog', name: 'Answer', answer: 'accept', text: 'All' },
      read('state', '#state'),
    ],
    gives: { state: 'All' },
    unless: { is: 'nothing is asked', pages: { '/': asking('') }, at: 'Answer', error: /no dialog opened/ },
  },
  {
    does: 'deletes messages one after the other',
    pages: {
      '/': page(
        '<ul><li>One <button onclick="this.parentElement.remove()">Delete</button><li>Two <button onclick="this.parentElement.remove()">Delete</button></ul>',
      ),
    },
    actions: [
      open('/'),
      {
        type: 'repeat',
        name: 'Every message',
        while: { present: ['li'] },
        max: 5,
        timeoutMs: 200,
        steps: [click('li button')],
      },
      { type: 'assert', name: 'Empty', selectors: ['li'], count: 0 },
    ],
    unless: {
      is: 'a message cannot be deleted',
      pages: { '/': page('<ul><li>One <button>Delete</button></ul>') },
      at: 'Every message',
      error: /it would go on after 5 rounds/,
    },
  },
  {
    does: 'does only what is left to do, signed in or not',
    pages: { '/': page('<button id=login onclick="this.outerHTML = `<h1>Hello</h1>`">Sign in</button>') },
    actions: [
      open('/'),
      {
        type: 'if',
        name: 'Signed out?',
        condition: { present: ['#login'] },
        steps: [click('#login')],
        else: [read('known', 'h1')],
      },
      read('title', 'h1'),
    ],
    gives: { title: 'Hello' },
    unless: {
      is: 'the site is in maintenance',
      pages: { '/': page('<p>Back soon</p>') },
      at: 'Read known',
      error: /no element matches/,
    },
  },
  {
    does: 'waits until a report is ready',
    pages: {
      '/': (() => {
        let asked = 0
        return (_request, response) => {
          asked += 1
          response
            .setHeader('content-type', 'text/html')
            .end(page(asked < 3 ? '<p>Working</p>' : '<h1>Report</h1>'))
        }
      })(),
    },
    actions: [
      open('/'),
      {
        type: 'repeat',
        name: 'Until it is there',
        while: { absent: ['h1'] },
        max: 4,
        timeoutMs: 100,
        steps: [{ type: 'reload', name: 'Look again' }],
      },
      read('title', 'h1'),
    ],
    gives: { title: 'Report' },
    unless: {
      is: 'it never is',
      pages: { '/': page('<p>Working</p>') },
      at: 'Until it is there',
      error: /it would go on after 4 rounds/,
    },
  },
  {
    does: 'reads the newest entries of a feed and leaves out what is hidden',
    pages: { '/': page('<ul><li>New</li><li style="display:none">Hidden</li><li>Old</li></ul>') },
    actions: [open('/'), list('entries', 'li', { text: {} })],
    gives: { entries: [{ text: 'New' }, { text: 'Old' }] },
    unless: {
      is: 'the feed is empty',
      pages: { '/': page('<ul></ul>') },
      at: 'List entries',
      error: /no element matches/,
    },
  },
]

testJobs('a portal', jobs)
