import { click, expectText, open, read } from './steps.ts'
import { page, testJobs, type Job } from './test-jobs.ts'

const cart = (more = '') =>
  page(`<button id=add ${more}>Add to cart</button><p id=cart>Cart (0)</p>
    <script>add.onclick = () => { cart.textContent = 'Cart (1)' }</script>`)

const jobs: Job[] = [
  {
    does: 'accepts cookies where a banner asks, and reads on',
    pages: {
      '/': page(
        '<div id=banner><button id=accept onclick="banner.remove()">Accept</button></div><h1>Sale</h1>',
      ),
    },
    actions: [open('/'), click('#accept', { optional: true, timeoutMs: 300 }), read('title', 'h1')],
    gives: { title: 'Sale' },
    unless: {
      is: 'the banner is gone and the step must be done',
      pages: { '/': page('<h1>Sale</h1>') },
      actions: [open('/'), click('#accept', { timeoutMs: 300 })],
      at: 'Click #accept',
      error: /no element matches/,
    },
  },
  {
    does: 'adds a product to the cart',
    pages: { '/': cart() },
    actions: [
      open('/'),
      click('aria/Add to cart'),
      expectText('Cart (1)', '#cart', 'The cart is still empty'),
    ],
    unless: {
      is: 'the product is sold out',
      pages: { '/': cart('disabled') },
      at: 'Click aria/Add to cart',
      error: /not enabled/,
    },
  },
  {
    does: 'decides by a price, and orders only below it',
    pages: {
      '/': page(
        '<p class=price>19.00 EUR</p><button id=buy onclick="this.outerHTML = `<p id=done>Ordered</p>`">Buy</button>',
      ),
    },
    actions: [
      open('/'),
      read('price', '.price', { pattern: '[0-9.]+' }),
      {
        type: 'if',
        name: 'Cheap?',
        condition: { output: 'price', atMost: 20 },
        steps: [click('#buy'), read('outcome', '#done')],
        else: [{ type: 'assert', name: 'Too expensive', text: 'never there', message: 'It costs too much' }],
      },
    ],
    gives: { outcome: 'Ordered' },
    unless: {
      is: 'it costs more',
      pages: { '/': page('<p class=price>21.00 EUR</p><button id=buy>Buy</button>') },
      at: 'Too expensive',
      error: /It costs too much/,
    },
  },
  {
    does: 'drags a product onto the wish list',
    pages: {
      '/': page(`<div id=card draggable=true style="width:80px;height:40px;background:#eee">Map</div>
        <div id=wish style="width:200px;height:100px;margin-top:50px">Wishes: none</div><script>
        card.ondragstart = (event) => event.dataTransfer.setData('text', 'Map')
        wish.ondragover = (event) => event.preventDefault()
        wish.ondrop = (event) => { event.preventDefault(); wish.textContent = 'Wishes: ' + event.dataTransfer.getData('text') }</script>`),
    },
    actions: [
      open('/'),
      { type: 'drag', name: 'Onto the list', selectors: ['#card'], to: { selectors: ['#wish'] } },
      expectText('Wishes: Map', '#wish'),
    ],
    unless: {
      is: 'it is dropped elsewhere',
      actions: [
        open('/'),
        { type: 'drag', name: 'Beside the list', selectors: ['#card'], to: { selectors: ['#card'] } },
        expectText('Wishes: Map', '#wish', 'Nothing was wished for'),
      ],
      at: 'Expect Wishes: Map',
      error: /Nothing was wished for/,
    },
  },
]

testJobs('a shop', jobs)
