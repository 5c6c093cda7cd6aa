import { document, SAID, says } from '../document.ts'

const records = [
  ['On Rivers', 'Calder, A.', '1998', 'Available'],
  ['Stone and Light', 'Ibsen, K.', '2007', 'On loan'],
  ['The Bee Year', 'Marsh, T.', '2015', 'Available'],
]

const page = (title: string, body: string) =>
  document(
    title,
    `<table class="layout" role="presentation"><tr><td><a href="/">Catalogue</a><br><a href="/loans">My loans</a><br><a href="/help">Help</a></td>
     <td><h1>${title}</h1>${body}${SAID}</td></tr></table>`,
  )

export const library = {
  '/': page(
    'Catalogue',
    `<form action="/found">Title contains <input name="title" aria-label="Title contains"> Sort by <select name="sort" aria-label="Sort by"><option value="t">Title<option value="y">Year</select>
     <input type="submit" value="Find"></form>
     <table border="1" id="records"><tr><th>Title</th><th>Author</th><th>Year</th><th>Status</th><th>&nbsp;</th></tr>
     ${records.map(([title, author, year, status], at) => `<tr><td><a href="/rec/${at + 1}">${title}</a></td><td>${author}</td><td>${year}</td><td>${status}</td><td><button ${says(`reserved ${title}`)}>Reserve</button></td></tr>`).join('')}</table>`,
  ),
  '/found': page('Records found', '<p>Matches: 1</p><p><a href="/rec/3">The Bee Year</a></p>'),
  ...Object.fromEntries(
    records.map(([title, author, year], at) => [
      `/rec/${at + 1}`,
      page(
        title!,
        `<table><tr><td><b>Author</b></td><td>${author}</td></tr><tr><td><b>Year</b></td><td>${year}</td></tr><tr><td><b>Shelf</b></td><td>S${at + 1}-40</td></tr><tr><td><b>Pages</b></td><td>${200 + at}</td></tr></table>`,
      ),
    ]),
  ),
  '/loans': page(
    'My loans',
    `<ul><li>On Rivers <small>due 4 May</small> <button ${says('renewed On Rivers')}>Renew</button></li>
     <li>The Bee Year <small>due 9 May</small> <button ${says('renewed The Bee Year')}>Renew</button></li></ul><p>Fees: 1.50 €</p>`,
  ),
  '/help': page(
    'Help',
    `<details><summary>Opening hours</summary><p class="hours">Mon–Fri 9–19</p></details><details><summary>Fees</summary><p>0.10 € a day</p></details>`,
  ),
}
