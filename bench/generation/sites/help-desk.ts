import { document, SAID, says } from '../document.ts'

const tickets = [
  ['T-31', 'Printer is offline', 'Open', 'High'],
  ['T-32', 'Cannot reach the VPN', 'Waiting', 'Low'],
  ['T-33', 'New laptop', 'Open', 'Normal'],
]

const page = (title: string, body: string) =>
  document(
    title,
    `<div role="navigation"><a href="/">Tickets</a> <a href="/new">New ticket</a> <a href="/preferences">Preferences</a> <a href="/reports">Reports</a></div>
     <div role="main"><div role="heading" aria-level="1">${title}</div>${body}</div>${SAID}`,
  )

const toggle = (name: string, isOn: boolean) =>
  `<div><span id="${name.split(' ')[0]}">${name}</span> <div role="switch" tabindex="0" aria-checked="${isOn}" aria-labelledby="${name.split(' ')[0]}"
    onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true'); said.textContent = '${name}: ' + this.getAttribute('aria-checked')"
    style="width: 30px; height: 15px; background: gray"></div></div>`

export const helpDesk = {
  '/': page(
    'Tickets',
    `<div role="table" aria-label="Tickets"><div role="rowgroup"><div role="row">${['Number', 'Subject', 'State', 'Priority'].map((each) => `<span role="columnheader">${each}</span>`).join(' ')}</div></div>
     <div role="rowgroup">${tickets.map(([number, subject, state, priority], at) => `<div role="row"><span role="cell">${number}</span> <span role="cell"><a href="/t/${at + 1}">${subject}</a></span> <span role="cell">${state}</span> <span role="cell">${priority}</span></div>`).join('')}</div></div>`,
  ),
  ...Object.fromEntries(
    tickets.map(([number, subject, state, priority], at) => [
      `/t/${at + 1}`,
      page(
        subject!,
        `<div class="field"><div class="label">Number</div><div class="value">${number}</div></div><div class="field"><div class="label">State</div><div class="value">${state}</div></div>
         <div class="field"><div class="label">Priority</div><div class="value">${priority}</div></div>
         <div class="comment"><span class="who">Dana</span> <span class="what">Looking into it</span></div><div class="comment"><span class="who">Eli</span> <span class="what">Thanks</span></div>
         <div contenteditable="true" role="textbox" aria-label="Reply" style="min-height: 20px; border: 1px solid"></div>
         <button onclick="said.textContent = 'replied ' + document.querySelector('[role=textbox]').textContent">Send reply</button>
         <button ${says('assigned')}>Assign to me</button>`,
      ),
    ]),
  ),
  '/new': page(
    'New ticket',
    `<form action="/new"><div>Subject</div><input name="subject"><div>Category</div><select name="category"><option>Hardware<option>Network<option>Software</select>
     <div>Details</div><textarea name="details"></textarea><label><input type="checkbox" name="urgent"> This is urgent</label> <button>Create ticket</button></form>`,
  ),
  '/preferences': page(
    'Preferences',
    `${toggle('Dark theme', false)}${toggle('Sounds on', true)}${toggle('Weekly digest', false)}`,
  ),
  '/reports': page(
    'Reports',
    `<a href="/tickets.csv" download="tickets.csv">Export tickets</a> <div class="kpi"><div class="kpi-name">Open tickets</div><div class="kpi-value">17</div></div>
     <div class="kpi"><div class="kpi-name">Average answer</div><div class="kpi-value">2.4 h</div></div>`,
  ),
  '/tickets.csv': 'number,subject',
}
