import { document, SAID, says } from '../document.ts'

const page = (title: string, body: string) =>
  document(
    title,
    `<header><a href="/">Octave Instruments</a> <a href="/stores">Stores</a></header><h1>${title}</h1>${body}${SAID}`,
  )

const row = (name: string, value: string) =>
  `<div class="spec-row"><span class="spec-name">${name}</span><span class="spec-value">${value}</span></div>`

export const instruments = {
  '/': page(
    'Instruments',
    `<div class="grid">${[
      ['Cello C-200', '1,450.00', '★ 4.5'],
      ['Viola V-11', '890.00', '★ 4.1'],
      ['Oboe O-7', '2,300.00', '★ 4.8'],
    ]
      .map(
        (
          [name, price, rating],
          at,
        ) => `<div class="tile" data-sku="${at}"><div class="tile-head"><a class="tile-name" href="/p/${at + 1}">${name}</a></div>
        <div class="tile-foot"><span class="amount">$${price}</span><span class="rating">${rating}</span>
        <button class="compare" aria-pressed="false" onclick="said.textContent = 'compare ${name}'">Compare</button></div></div>`,
      )
      .join('')}</div>`,
  ),
  '/p/1': page(
    'Cello C-200',
    `<div class="gallery"><img src="data:," alt="Cello from the front" width="9" height="9"></div>
     <p class="current-price">$1,450.00</p><p class="old-price">$1,700.00</p>
     <div class="specs">${row('Weight', '3.2 kg')}${row('Top', 'Spruce')}${row('Warranty', '5 years')}</div>
     <div role="tablist"><button role="tab" aria-selected="true" onclick="t1.hidden=false;t2.hidden=true">Description</button>
     <button role="tab" aria-selected="false" onclick="t1.hidden=true;t2.hidden=false">Reviews</button></div>
     <div id="t1" role="tabpanel">A warm sound.</div>
     <div id="t2" role="tabpanel" hidden><div class="review"><b class="reviewer">Ines</b><p class="opinion">Lovely tone</p></div>
       <div class="review"><b class="reviewer">Tom</b><p class="opinion">Heavy case</p></div></div>
     <label>Case <select id="case"><option>Soft case<option>Hard case</select></label>
     <label>Strings <input id="strings" type="number" value="1"></label>
     <button onclick="said.textContent = document.querySelector('#case').value + ' x' + strings.value">Put in cart</button>`,
  ),
  '/p/2': page(
    'Viola V-11',
    `<p class="current-price">$890.00</p><div class="specs">${row('Weight', '0.6 kg')}${row('Top', 'Maple')}</div>`,
  ),
  '/p/3': page(
    'Oboe O-7',
    `<p class="current-price">$2,300.00</p><div class="specs">${row('Weight', '0.9 kg')}${row('Top', 'Grenadilla')}</div>`,
  ),
  '/stores': page(
    'Stores',
    `<label for="town">Town</label><input id="town"><button ${says('searched')} onmouseup="list.hidden = false">Find stores</button>
     <ul id="list" hidden><li><h4>Octave Ghent</h4><address>Veldstraat 9</address><span class="hours">10–18</span></li>
     <li><h4>Octave Porto</h4><address>Rua Nova 3</address><span class="hours">9–17</span></li></ul>`,
  ),
}
