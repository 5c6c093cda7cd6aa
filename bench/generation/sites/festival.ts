import { document, SAID, says } from '../document.ts'

const events = [
  ['Brass in the Park', 'Main stage', 'Fri 18:00', '25 €'],
  ['Night Trams', 'Tent', 'Fri 21:30', '19 €'],
  ['Paper Orchestra', 'Main stage', 'Sat 17:00', '30 €'],
  ['Slow Comet', 'Cellar', 'Sat 23:00', '15 €'],
]

const page = (title: string, body: string) =>
  document(
    title,
    `<md-header><a href="/">Programme</a> <a href="/tickets">Tickets</a> <a href="/contact">Contact</a></md-header><main><h1>${title}</h1>${body}</main>${SAID}`,
  )

export const festival = {
  '/': page(
    'Programme',
    `<div role="group" aria-label="Days"><button ${says('friday')}>Friday</button> <button ${says('saturday')}>Saturday</button></div>
     <div role="list" class="acts">${events
       .map(
         (
           [name, stage, when, price],
           at,
         ) => `<div role="listitem"><h3>${name}</h3><dl><dt>Stage</dt><dd>${stage}</dd><dt>Time</dt><dd>${when}</dd><dt>Price</dt><dd>${price}</dd></dl>
       <a href="/e/${at + 1}">More about ${name}</a> <button ${says(`noted ${name}`)}>Remember</button></div>`,
       )
       .join('')}</div>`,
  ),
  ...Object.fromEntries(
    events.map(([name, stage, when, price], at) => [
      `/e/${at + 1}`,
      page(
        name!,
        `<p class="stage">${stage}</p><p class="when">${when}</p><p class="price">${price}</p><p>Duration: ${60 + at * 5} minutes</p>`,
      ),
    ]),
  ),
  '/tickets': page(
    'Tickets',
    `<form action="/tickets"><p><label for="adults">Adults</label> <input id="adults" name="adults" value="0"></p><p><label for="children">Children</label> <input id="children" name="children" value="0"></p>
     <p>Day <label><input type="radio" name="day" value="fri"> Friday</label> <label><input type="radio" name="day" value="sat"> Saturday</label></p>
     <p><label><input type="checkbox" name="camping"> Camping</label></p><p><label for="code">Promotion code</label> <input id="code" name="code"></p><button>Continue</button></form>`,
  ),
  '/contact': page(
    'Contact',
    '<address>Phone: 040 555 0199<br></address><p>E-mail: <a href="mailto:hello@festival.test">hello@festival.test</a></p>',
  ),
}
