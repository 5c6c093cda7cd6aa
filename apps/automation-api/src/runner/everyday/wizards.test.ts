import { click, expectText, open, read, type } from './steps.ts'
import { page, testJobs, type Job } from './test-jobs.ts'

const jobs: Job[] = [
  {
    does: 'goes through the pages of a form',
    pages: {
      '/': page(
        '<form action="/two"><label>Name <input name=name required></label><button>Next</button></form>',
      ),
      '/two': page(
        '<form action="/done"><label>Street <input name=street></label><button>Finish</button></form>',
      ),
      '/done': page('<h1>Thank you</h1>'),
    },
    actions: [
      open('/'),
      type('aria/Name', 'Ada'),
      click('aria/Next'),
      type('aria/Street', 'Quay 1'),
      click('aria/Finish'),
      { type: 'waitForUrl', name: 'Arrive', url: '*/done*' },
      read('title', 'h1'),
    ],
    gives: { title: 'Thank you' },
    unless: {
      is: 'a field that is needed is left empty',
      actions: [open('/'), click('aria/Next'), type('aria/Street', 'Quay 1')],
      at: 'Click aria/Next',
      error: /its field “Name”/,
    },
  },
  {
    does: 'looks at the page before, and goes on where it was',
    pages: { '/': page('<h1>Basket</h1><a href="/pay">Pay</a>'), '/pay': page('<h1>Payment</h1>') },
    actions: [
      open('/'),
      click('a'),
      { type: 'back', name: 'Back' },
      expectText('Basket', 'h1'),
      { type: 'forward', name: 'Forward' },
      expectText('Payment', 'h1'),
      read('title', 'h1'),
    ],
    gives: { title: 'Payment' },
    unless: {
      is: 'it has been nowhere else',
      actions: [open('/'), { type: 'forward', name: 'Forward' }],
      at: 'Forward',
      error: /no page to go forward to/,
    },
  },
  {
    does: 'goes back to the list that it came from',
    pages: { '/': page('<h1>List</h1><a href="/entry">Entry</a>'), '/entry': page('<h1>Entry</h1>') },
    actions: [
      open('/'),
      click('a'),
      expectText('Entry', 'h1'),
      { type: 'back', name: 'Back' },
      read('title', 'h1'),
    ],
    gives: { title: 'List' },
    unless: {
      is: 'there is nothing to go back to',
      actions: [open('/'), { type: 'back', name: 'Back' }, { type: 'back', name: 'Further back' }],
      at: 'Back',
      error: /no page to go back to/,
    },
  },
  {
    does: 'notices what the form says about a value',
    pages: {
      '/': page(
        '<form action="/done"><label>E-mail <input type=email name=mail></label><button>Send</button></form>',
      ),
      '/done': page('<h1>Sent</h1>'),
    },
    actions: [open('/'), type('aria/E-mail', 'ada@shop.example'), click('aria/Send'), read('title', 'h1')],
    gives: { title: 'Sent' },
    unless: {
      is: 'the value is none that it takes',
      actions: [open('/'), type('aria/E-mail', 'ada'), click('aria/Send')],
      at: 'Click aria/Send',
      error: /its field “E-mail”/,
    },
  },
]

testJobs('a form', jobs)
