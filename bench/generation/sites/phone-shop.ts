import { document, SAID, says } from '../document.ts'

const phones = [
  ['Nova 8', '399,00 €', '449,00 €', '128 GB'],
  ['Nova 8 Pro', '599,00 €', '', '256 GB'],
  ['Brick 3', '129,00 €', '159,00 €', '32 GB'],
]

const page = (title: string, body: string) =>
  document(
    title,
    `<header><a href="/">Phones</a><a href="/plans">Plans</a><a href="/track">Track my order</a><button aria-label="Open cart" ${says('cart')}>🛒</button></header>
     <h1>${title}</h1>${body}${SAID}`,
  )

export const phoneShop = {
  '/': page(
    'Phones',
    `<p><label>Sort <select onchange="said.textContent = 'sorted by ' + this.value"><option>Relevance<option>Lowest price<option>Highest price</select></label></p>
     <section class="product-list">${phones
       .map(
         (
           [name, price, old, memory],
           at,
         ) => `<article class="product" itemscope><h2 itemprop="name"><a href="/p/${at + 1}">${name}</a></h2>
        <p class="memory">${memory}</p><p><span itemprop="price" class="price">${price}</span> ${old && `<s class="was">${old}</s>`}</p>
        <button ${says(`bought ${name}`)}>Add to cart</button></article>`,
       )
       .join('')}</section><button id="more" ${says('more')}>Load more</button>`,
  ),
  ...Object.fromEntries(
    phones.map(([name, price, , memory], at) => [
      `/p/${at + 1}`,
      page(
        name!,
        `<p class="price">${price}</p><ul class="features"><li>Memory: ${memory}</li><li>Camera: ${12 + at} MP</li><li>Weight: ${150 + at} g</li></ul>
         <fieldset><legend>Colour</legend><label><input type="radio" name="c" onchange="said.textContent='black'"> Black</label><label><input type="radio" name="c" onchange="said.textContent='white'"> White</label></fieldset>
         <button ${says('bought it')}>Add to cart</button>`,
      ),
    ]),
  ),
  '/plans': page(
    'Plans',
    `<div class="plan"><h3>Small</h3><div>5 GB</div><div class="monthly">9.99 €/month</div><a href="/plans?plan=s">Choose Small</a></div>
     <div class="plan"><h3>Large</h3><div>40 GB</div><div class="monthly">24.99 €/month</div><a href="/plans?plan=l">Choose Large</a></div>`,
  ),
  '/track': page(
    'Track my order',
    `<form action="/tracked"><label>Order number <input name="order"></label><label>Postcode <input name="zip"></label><button>Track</button></form>`,
  ),
  '/tracked': page(
    'Your parcel',
    '<p>Status: <strong class="status">Out for delivery</strong></p><p class="eta">Arrives on 12 May 2027</p>',
  ),
}
