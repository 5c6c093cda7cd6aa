import { document, SAID } from '../document.ts'

const jobs = [
  ['Data engineer', 'Northlight', 'Oslo', '2027-01-04'],
  ['Nurse', 'St Anne’s Hospital', 'Leeds', '2027-01-06'],
  ['Baker', 'Crumb & Co', 'Lyon', '2027-01-09'],
]

const page = (title: string, body: string) =>
  document(
    title,
    `<div id="nav"><a href="/">Jobs</a> | <a href="/companies">Companies</a> | <a href="/alerts">Job alerts</a></div>
     <h1>${title}</h1>${body}${SAID}`,
  )

export const jobBoard = {
  '/': page(
    'Open positions',
    `<table class="table"><thead><tr><th>Position</th><th>Company</th><th>City</th><th>Posted</th><th></th></tr></thead><tbody>
     ${jobs.map(([title, company, city, date], at) => `<tr><td><a href="/jobs/${at + 1}">${title}</a></td><td>${company}</td><td>${city}</td><td>${date}</td><td><a href="/apply?job=${at + 1}">Apply</a></td></tr>`).join('')}
     </tbody></table>`,
  ),
  ...Object.fromEntries(
    jobs.map(([title, company, city], at) => [
      `/jobs/${at + 1}`,
      page(
        title!,
        `<table class="detail"><tr><th>Company</th><td>${company}</td></tr><tr><th>City</th><td>${city}</td></tr>
         <tr><th>Salary</th><td>${40 + at * 5},000</td></tr><tr><th>Contact</th><td>hr${at + 1}@jobs.test</td></tr></table>
         <a href="/apply?job=${at + 1}">Apply now</a>`,
      ),
    ]),
  ),
  '/apply': page(
    'Your application',
    `<form action="/applied"><p><label for="n">Full name</label><input id="n" name="name"></p>
     <p><label for="m">Email address</label><input id="m" type="email" name="mail"></p>
     <p><label for="c">Cover letter</label><textarea id="c" name="letter"></textarea></p>
     <p><label for="s">Start</label><select id="s" name="start"><option>Immediately<option>In one month<option>In three months</select></p>
     <p><input type="radio" id="f" name="time" value="full"><label for="f">Full time</label>
        <input type="radio" id="p" name="time" value="part"><label for="p">Part time</label></p>
     <p><label><input type="checkbox" name="talent" value="1"> Keep my data for other positions</label></p>
     <button>Preview</button></form>`,
  ),
  '/applied': page('Preview of your application', '<p>Everything is there.</p>'),
  '/companies': page(
    'Companies',
    '<ul><li>Northlight</li><li>St Anne’s Hospital</li><li>Crumb &amp; Co</li></ul>',
  ),
  '/alerts': page(
    'Job alerts',
    `<form action="/alerts"><label>Keyword <input name="keyword"></label> <label>City <input name="city"></label> <button>Create alert</button></form>`,
  ),
}
