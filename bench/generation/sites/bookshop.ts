import { document, SAID, says } from '../document.ts'

const books = [
  { id: 1, title: 'Salt Roads', author: 'I. Moreau', price: '18.00 €', stock: 'In stock' },
  { id: 2, title: 'The Quiet Engine', author: 'P. Adeyemi', price: '24.50 €', stock: 'Sold out' },
  { id: 3, title: 'Winter Gardens', author: 'L. Brandt', price: '12.90 €', stock: 'In stock' },
  { id: 4, title: 'A Map of Bridges', author: 'O. Tanaka', price: '31.00 €', stock: '2 left' },
]

const page = (title: string, body: string) =>
  document(
    title,
    `<header class="top"><a class="logo" href="/">Papyrus</a>
    <form role="search" action="/search"><input type="search" name="q" placeholder="Search books"><button>Search</button></form>
    <nav><a href="/">Books</a> <a href="/events">Readings</a> <a href="/newsletter">Newsletter</a></nav></header>
    <main><h1>${title}</h1>${body}</main>${SAID}<footer><a href="/imprint">Imprint</a></footer>`,
  )

const card = ({ id, title, author, price, stock }: (typeof books)[number]) => `<li class="book-card">
  <img src="data:," alt="Cover of ${title}" width="20" height="30">
  <h3 class="book-title"><a href="/books/${id}">${title}</a></h3><p class="book-author">${author}</p>
  <span class="price">${price}</span> <span class="stock">${stock}</span>
  <button type="button" ${says(`${title} added`)}>Add to basket</button>
  <a class="more" href="/books/${id}">Details</a></li>`

const detail = ({ title, author, price, stock, id }: (typeof books)[number]) =>
  page(
    title,
    `<dl class="facts"><dt>Author</dt><dd>${author}</dd><dt>Price</dt><dd>${price}</dd><dt>ISBN</dt><dd>978-0-00-00${id}</dd>
     <dt>Availability</dt><dd>${stock}</dd></dl>
     <button type="button" ${says(`${title} wished`)}>Add to wish list</button>`,
  )

export const bookshop = {
  '/': page('All books', `<ul class="books">${books.map(card).join('')}</ul>`),
  ...Object.fromEntries(books.map((book) => [`/books/${book.id}`, detail(book)])),
  '/search': page(
    'Search results',
    `<p class="count"></p><ul class="books"></ul><script>
      const all = ${JSON.stringify(books.map((book) => [book.title, card(book)]))}
      const q = new URLSearchParams(location.search).get('q').toLowerCase()
      const found = all.filter(([title]) => title.toLowerCase().includes(q))
      document.querySelector('.count').textContent = found.length + ' books found'
      document.querySelector('.books:last-of-type').innerHTML = found.map(([, html]) => html).join('')</script>`,
  ),
  '/events': page(
    'Readings',
    `<ul class="readings"><li><strong>I. Moreau</strong> <time datetime="2027-03-02">2 March 2027</time></li>
     <li><strong>L. Brandt</strong> <time datetime="2027-03-09">9 March 2027</time></li></ul>`,
  ),
  '/newsletter': page(
    'Newsletter',
    `<form action="/newsletter"><label>Your e-mail <input type="email" name="mail"></label>
     <label><input type="checkbox" name="news" checked> New books</label>
     <label><input type="checkbox" name="events"> Readings near me</label><button>Subscribe</button></form>`,
  ),
  '/imprint': page('Imprint', '<p>Phone: +49 30 1234567</p><p>Address: Kanalstraße 4, Berlin</p>'),
}
