import { document, SAID, says } from '../document.ts'

const page = (title: string, body: string) =>
  document(
    title,
    `<nav><a href="/">Trips</a> <a href="/bookings">My bookings</a> <a href="/login">Sign in</a></nav><h1>${title}</h1>${body}${SAID}`,
  )

export const travel = {
  '/': page(
    'Where to?',
    `<form action="/trips"><fieldset><legend>Trip</legend>
     <label><input type="radio" name="kind" value="oneway"> One way</label> <label><input type="radio" name="kind" value="return" checked> Return</label></fieldset>
     <label>From <input name="from"></label> <label>To <input name="to"></label> <label>Departure <input type="date" name="date"></label>
     <label>Class <select name="class"><option value="2">Second class<option value="1">First class</select></label>
     <label>Travellers <input type="number" name="n" value="1"></label>
     <label><input type="checkbox" name="direct" value="1"> Direct only</label>
     <button>Show trips</button></form>`,
  ),
  '/trips': page(
    'Trips found',
    `<ol class="trips"><li class="trip"><span class="dep">08:05</span> <span class="arr">11:40</span> <span class="fare">49.90 €</span> <button ${says('booked 08:05')}>Choose</button></li>
     <li class="trip"><span class="dep">10:05</span> <span class="arr">13:52</span> <span class="fare">39.90 €</span> <button ${says('booked 10:05')}>Choose</button></li>
     <li class="trip"><span class="dep">12:05</span> <span class="arr">15:40</span> <span class="fare">59.90 €</span> <button ${says('booked 12:05')}>Choose</button></li></ol>`,
  ),
  '/bookings': page(
    'My bookings',
    `<table><thead><tr><th>Booking</th><th>Route</th><th>Status</th></tr></thead><tbody>
     <tr><td>BX-101</td><td>Ghent – Lille</td><td>Confirmed</td></tr><tr><td>BX-102</td><td>Lille – Paris</td><td>Waiting</td></tr></tbody></table>
     <a href="/ticket.pdf" download>Download ticket</a>`,
  ),
  '/login': page(
    'Sign in',
    `<form method="post" action="/account"><label>E-mail <input name="mail" type="email"></label> <label>Password <input type="password" name="pw"></label>
     <label><input type="checkbox" name="stay"> Stay signed in</label> <button>Sign in</button></form>`,
  ),
  '/account': page('Hello again', '<p class="points">Points: 1,240</p>'),
  '/ticket.pdf': 'a ticket',
}
