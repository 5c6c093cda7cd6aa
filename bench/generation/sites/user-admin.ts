import { document, SAID, says } from '../document.ts'

const users = [
  ['Amelia Stone', 'amelia@corp.test', 'Admin', true],
  ['Bruno Costa', 'bruno@corp.test', 'Editor', false],
  ['Chen Wei', 'chen@corp.test', 'Viewer', true],
] as const

const page = (title: string, body: string) =>
  document(
    title,
    `<div class="d-flex"><aside class="sidebar"><ul class="nav flex-column"><li class="nav-item"><a class="nav-link" href="/">Users</a></li>
     <li class="nav-item"><a class="nav-link" href="/groups">Groups</a></li><li class="nav-item"><a class="nav-link" href="/audit">Audit log</a></li>
     <li class="nav-item"><a class="nav-link" href="/settings">Settings</a></li></ul></aside>
     <div class="content"><h2>${title}</h2>${body}${SAID}</div></div>`,
  )

export const userAdmin = {
  '/': page(
    'Users',
    `<button class="btn btn-primary" ${says('new user')}>New user</button>
     <input class="form-control" aria-label="Filter users" oninput="for (const row of document.querySelectorAll('tbody tr')) row.hidden = !row.textContent.toLowerCase().includes(this.value.toLowerCase())">
     <table class="table table-striped"><thead><tr><th>Name</th><th>E-mail</th><th>Role</th><th>Active</th><th>Actions</th></tr></thead><tbody>
     ${users
       .map(
         ([name, mail, role, isActive]) => `<tr><td>${name}</td><td>${mail}</td><td>${role}</td>
       <td><input type="checkbox" aria-label="${name} active" ${isActive ? 'checked' : ''} onchange="said.textContent = '${name} ' + (this.checked ? 'on' : 'off')"></td>
       <td><button class="btn btn-sm" ${says(`edit ${name}`)}>Edit</button> <button class="btn btn-sm btn-outline" ${says(`reset ${name}`)}>Reset password</button></td></tr>`,
       )
       .join('')}</tbody></table>`,
  ),
  '/groups': page(
    'Groups',
    `<div class="list-group"><a class="list-group-item" href="#staff" ${says('staff')}>Staff <span class="badge">12</span></a>
     <a class="list-group-item" href="#guests" ${says('guests')}>Guests <span class="badge">3</span></a></div>`,
  ),
  '/audit': page(
    'Audit log',
    `<button class="btn" onclick="const a = document.createElement('a'); a.href = 'data:text/csv,when%2Cwho'; a.download = 'audit.csv'; a.click()">Export CSV</button>
     <table class="table"><thead><tr><th>When</th><th>Who</th><th>What</th></tr></thead><tbody>
     <tr><td>09:12</td><td>Amelia Stone</td><td>Signed in</td></tr><tr><td>09:40</td><td>Chen Wei</td><td>Changed a role</td></tr></tbody></table>`,
  ),
  '/settings': page(
    'Settings',
    `<form action="/settings"><div class="mb-3"><label class="form-label" for="org">Organisation</label><input class="form-control" id="org" name="org" value="Corp"></div>
     <div class="mb-3"><label class="form-label" for="tz">Time zone</label><select class="form-select" id="tz" name="tz"><option value="u">UTC</option><option value="b">Europe/Berlin</option><option value="t">Asia/Tokyo</option></select></div>
     <div class="form-check form-switch"><input class="form-check-input" type="checkbox" role="switch" id="mfa" name="mfa"><label class="form-check-label" for="mfa">Require two factors</label></div>
     <div class="form-check form-switch"><input class="form-check-input" type="checkbox" role="switch" id="sso" name="sso" checked><label class="form-check-label" for="sso">Single sign-on</label></div>
     <button class="btn btn-primary">Save changes</button></form>`,
  ),
}
