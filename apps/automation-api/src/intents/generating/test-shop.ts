/** For tests: the pages of a small bookshop, for a page server. */
const books = [
  { id: 1, title: 'The Tide Tables', author: 'M. Shore', price: '14.50 €' },
  { id: 2, title: 'A Field Guide to Fog', author: 'N. Haze', price: '22.00 €' },
  { id: 3, title: 'Knots for the Patient', author: 'B. Hitch', price: '9.90 €' },
]

const page = (title: string, body: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
  <title>${title} · Harbour Books</title></head><body>
  <header><nav><a href="/">Home</a> <a href="/catalogue">Catalogue</a> <a href="/orders">Orders</a>
  <a href="/login">Log in</a></nav></header><main><h1>${title}</h1>${body}</main>
  <footer><a href="/">Home</a> <a href="/terms">Terms of use</a> <a href="/privacy">Terms of sale</a></footer></body></html>`

const card = ({ id, title, author, price }: (typeof books)[number]) => `
  <li class="product"><h2 class="product-name"><a href="/books/${id}">${title}</a></h2>
  <p class="author">by ${author}</p><span class="price">${price}</span>
  <button type="button" class="add" onclick="added.textContent = this.dataset.title + ' is in the cart'"
    data-title="${title}">Add to cart</button></li>`

export const shopPages: Record<string, string> = {
  '/': page(
    'Welcome',
    `<form action="/search"><label>Title <input name="q"></label> <button>Search</button></form>
     <p class="intro">Books on the sea.</p>`,
  ),
  // Responds a moment later, as a real shop does.
  '/search': page(
    'Results',
    `<p id="summary"></p><ul id="results"></ul><script>
      const books = ${JSON.stringify(books)}
      const wanted = new URLSearchParams(location.search).get('q') ?? ''
      setTimeout(() => {
        const found = books.filter(({ title }) => title.toLowerCase().includes(wanted.toLowerCase()))
        summary.textContent = found.length + ' found for “' + wanted + '”'
        for (const { title, price } of found) {
          const item = document.createElement('li')
          item.innerHTML = '<span class="title"></span> <span class="price"></span>'
          item.querySelector('.title').textContent = title
          item.querySelector('.price').textContent = price
          results.append(item)
        }
      }, 150)</script>`,
  ),
  '/catalogue': page(
    'Catalogue',
    `<ul class="products">${books.map(card).join('')}</ul><p id="added" role="status"></p>`,
  ),
  ...Object.fromEntries(books.map(({ id, title }) => [`/books/${id}`, page(title, `<p>${title}</p>`)])),
  '/books/2': page(
    'A Field Guide to Fog',
    `<dl><dt>Author</dt><dd>N. Haze</dd><dt>Price</dt><dd>22.00 €</dd><dt>Pages</dt><dd>212</dd></dl>
     <p>ISBN: 978-3-16-148410-0</p><p data-testid="stock">Only 3 left</p>
     <table id="editions"><thead><tr><th>Edition</th><th>Year</th><th>Price</th></tr></thead><tbody>
     <tr><td>Paperback</td><td>2019</td><td>22.00 €</td></tr>
     <tr><td>Hardcover</td><td>2021</td><td>39.00 €</td></tr></tbody></table>`,
  ),
  '/login': page(
    'Log in',
    `<form method="post" action="/account"><label for="mail">E-mail</label> <input id="mail" name="mail" type="email">
     <label for="password">Password</label> <input id="password" name="password" type="password">
     <label><input type="checkbox" name="stay"> Remember me</label>
     <button type="submit">Log in</button> <button type="button">Cancel</button></form>`,
  ),
  '/terms': page('Terms of use', '<p>Be kind.</p>'),
  '/account': page('Your account', '<p id="greeting">Welcome back</p>'),
  '/order': page(
    'Order',
    `<form method="post" action="/thanks">
     <fieldset><legend>Shipping</legend>
       <label><input type="radio" name="ship" value="s" checked> Standard</label>
       <label><input type="radio" name="ship" value="x"> Express</label></fieldset>
     <label>Country <select name="country"><option value="de">Germany<option value="fr">France</select></label>
     <label>Quantity <input name="quantity" type="number" value="1"></label>
     <label>Note <textarea name="note"></textarea></label>
     <label><input type="checkbox" name="terms"> I agree to the terms and conditions</label>
     <label><input type="checkbox" name="news" checked> Newsletter</label>
     <div class="picker"><span id="wrap-label">Wrapping</span>
       <button type="button" role="combobox" aria-labelledby="wrap-label" aria-expanded="false"
         onclick="list.hidden = false">None</button>
       <ul id="list" role="listbox" hidden>
         <li role="option" onclick="pick(this)">Blue paper</li><li role="option" onclick="pick(this)">Red paper</li></ul></div>
     <output id="wrapped" aria-label="Wrapped in"></output>
     <button>Place order</button></form>
     <script>function pick(option) { wrapped.textContent = option.textContent; list.hidden = true }</script>`,
  ),
  '/thanks': page('Thank you', '<p>Order number: <b>4711</b></p>'),
}
