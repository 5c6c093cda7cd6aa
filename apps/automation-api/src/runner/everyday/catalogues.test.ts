import { click, field, list, open, read, type } from './steps.ts'
import { page, testJobs, type Job } from './test-jobs.ts'

const product = (at: number, price = `€${at}.50`) =>
  `<li class=product><h3>Book ${at}</h3><span class=price>${price}</span><a href="/book?id=${at}">More</a></li>`
const shelf = (...products: string[]) => page(`<h1>Books</h1><ul>${products.join('')}</ul>`, 'Shop')
const products = list('books', 'li.product', {
  name: field('h3'),
  price: field('.price', { type: 'money', required: true }),
  link: field('a', { attribute: 'href', type: 'url' }),
})
const paged = (at: number, last: number) =>
  shelf(product(at)).replace(
    '</body>',
    at < last ? `<a class=next href="/page${at + 1}">Next</a></body>` : '</body>',
  )

const jobs: Job[] = [
  {
    does: 'reads a grid of products with their prices and links',
    pages: { '/': shelf(product(1), product(2)) },
    actions: [open('/'), products],
    gives: {
      books: [
        { name: 'Book 1', price: { amount: 1.5, currency: 'EUR' } },
        { name: 'Book 2', price: { amount: 2.5, currency: 'EUR' } },
      ],
    },
    unless: {
      is: 'a product has no price',
      pages: { '/': shelf(product(1), product(2, 'on request')) },
      at: 'List books',
      error: /"price" of row 2/,
    },
  },
  {
    does: 'reads every page until the last one',
    pages: { '/page1': paged(1, 3), '/page2': paged(2, 3), '/page3': paged(3, 3) },
    actions: [
      open('/page1'),
      {
        type: 'repeat',
        name: 'Every page',
        until: { absent: ['a.next'] },
        timeoutMs: 300,
        max: 5,
        steps: [products, click('a.next')],
      },
    ],
    gives: { books: [{ name: 'Book 1' }, { name: 'Book 2' }, { name: 'Book 3' }] },
    unless: {
      is: 'the pages never end',
      pages: { '/page2': paged(1, 3) },
      at: 'Every page',
      error: /its end was not reached after 5 rounds/,
    },
  },
  {
    does: 'opens each product and reads what is behind it',
    pages: {
      '/': shelf(product(1), product(2)),
      '/book': (request, response) =>
        void response
          .setHeader('content-type', 'text/html')
          .end(page(`<p class=stock>${request.url!.slice(-1)} left</p>`)),
    },
    actions: [
      open('/'),
      products,
      {
        type: 'forEach',
        name: 'Each book',
        in: 'books',
        as: 'book',
        steps: [
          { type: 'navigate', name: 'Open the book', url: '${book.link}' },
          list('stock', '.stock', { left: { type: 'integer' } }),
        ],
      },
    ],
    gives: { stock: [{ left: 1 }, { left: 2 }] },
    unless: {
      is: 'a product is gone',
      pages: { '/book': (_request, response) => void response.writeHead(410).end('Gone') },
      at: 'Open the book',
      error: /round 1.*410/,
    },
  },
  {
    does: 'sorts by price and reads the cheapest',
    pages: {
      '/': page(`<label>Sort <select id=sort><option>Newest<option>Cheapest</select></label><p id=first>Atlas</p>
        <script>sort.onchange = () => { first.textContent = sort.value === 'Cheapest' ? 'Map' : 'Atlas' }</script>`),
    },
    actions: [
      open('/'),
      { type: 'select', name: 'Cheapest first', selectors: ['aria/Sort'], values: ['Cheapest'] },
      read('first', '#first'),
    ],
    gives: { first: 'Map' },
    unless: {
      is: 'there is no such order',
      pages: { '/': page('<label>Sort <select id=sort><option>Newest</select></label>') },
      at: 'Cheapest first',
      error: /did not find some options/,
    },
  },
  {
    does: 'searches for a word and reads the results',
    pages: {
      '/': page('<form action="/results"><label>Search <input name=q></label><button>Go</button></form>'),
      '/results': (request, response) => {
        const word = new URL(request.url!, 'http://shop').searchParams.get('q')
        response
          .setHeader('content-type', 'text/html')
          .end(page(word === 'harbour' ? '<p class=hit>Harbour map</p>' : '<p>Nothing found</p>'))
      },
    },
    actions: [
      open('/'),
      type('aria/Search', '${word}'),
      { type: 'press', name: 'Enter', key: 'Enter', selectors: ['aria/Search'] },
      {
        type: 'assert',
        name: 'Results',
        selectors: ['.hit'],
        operator: '>=',
        count: 1,
        message: 'Nothing of that name',
      },
      read('hit', '.hit'),
    ],
    more: { variables: { word: { default: 'harbour' } } },
    gives: { hit: 'Harbour map' },
    unless: {
      is: 'nothing is found',
      more: { variables: { word: { default: 'unicorn' } } },
      at: 'Results',
      error: /Nothing of that name/,
    },
  },
  {
    does: 'scrolls until more products have been loaded',
    pages: {
      '/': page(`<ul id=all></ul><script>
        const add = () => { for (let i = 0; i < 20; i++) all.insertAdjacentHTML('beforeend', '<li style="height:60px">Book</li>') }
        add(); addEventListener('scroll', () => { if (all.children.length < 60 && scrollY + innerHeight > document.body.scrollHeight - 50) add() })</script>`),
    },
    actions: [
      open('/'),
      { type: 'scroll', name: 'To the end', y: 100_000 },
      { type: 'waitForElement', name: 'Forty', selectors: ['li'], operator: '>=', count: 40 },
      { type: 'scroll', name: 'To the new end', y: 100_000 },
      { type: 'waitForElement', name: 'Sixty', selectors: ['li'], operator: '>=', count: 60 },
    ],
    unless: {
      is: 'there are fewer',
      pages: { '/': page('<ul><li>Book</li></ul>') },
      at: 'Forty',
      error: /1 visible element .* not >= 40/,
    },
  },
  {
    does: 'opens a menu by pointing at it, and follows an entry',
    pages: {
      '/': page(`<style>#sub { display: none } #menu:hover #sub { display: block }</style>
        <div id=menu>Books<div id=sub><a href="/maps">Maps</a></div></div>`),
      '/maps': page('<h1>Maps</h1>'),
    },
    actions: [
      open('/'),
      { type: 'hover', name: 'Point at the menu', selectors: ['#menu'] },
      click('text/Maps'),
      read('title', 'h1'),
    ],
    gives: { title: 'Maps' },
    unless: {
      is: 'the menu is not opened',
      actions: [open('/'), click('#sub a')],
      at: 'Click #sub a',
      error: /no visible element/,
    },
  },
]

testJobs('a catalogue', jobs)
