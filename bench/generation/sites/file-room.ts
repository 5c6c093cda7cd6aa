import { document, SAID, says } from '../document.ts'

const page = (title: string, body: string) =>
  document(
    title,
    `<ul class="menu"><li><a href="/">Files</a></li><li><a href="/shared">Shared with me</a></li><li><a href="/profile">Profile</a></li></ul><section><h1>${title}</h1>${body}</section>${SAID}`,
  )

export const fileRoom = {
  '/': page(
    'Files',
    `<table class="files"><thead><tr><th><input type="checkbox" aria-label="Select all"></th><th>File name</th><th>Size</th><th>Changed</th></tr></thead><tbody>
     ${[
       ['minutes.txt', '4 kB', '3 Feb'],
       ['budget.csv', '11 kB', '9 Feb'],
       ['plan.txt', '2 kB', '12 Feb'],
     ]
       .map(
         ([name, size, changed]) =>
           `<tr><td><input type="checkbox" aria-label="Select ${name}" onchange="said.textContent = '${name} ' + this.checked"></td><td><a href="/f/${name}" download>${name}</a></td><td>${size}</td><td>${changed}</td></tr>`,
       )
       .join('')}</tbody></table><button ${says('folder')}>New folder</button>`,
  ),
  '/f/minutes.txt': 'minutes',
  '/f/budget.csv': 'a,b',
  '/f/plan.txt': 'plan',
  '/shared': page(
    'Shared with me',
    `<div class="share"><span class="file">poster.png</span><span class="owner">from Kim</span><button onclick="said.textContent = confirm('Remove poster.png from the list?') ? 'gone' : 'kept'">Hide</button></div>
     <div class="share"><span class="file">song.mp3</span><span class="owner">from Lou</span><button onclick="said.textContent = confirm('Remove song.mp3 from the list?') ? 'gone 2' : 'kept 2'">Hide</button></div>
     <a href="/popup" target="_blank">Open viewer</a>`,
  ),
  '/popup': page('Viewer', '<p class="caption">A poster of the sea</p>'),
  '/profile': page(
    'Profile',
    `<form action="/profile"><label>Display name <input name="display" value="Guest"></label><label>Language <select name="lang"><option value="en">English<option value="pl">Polish<option value="pt">Portuguese</select></label>
     <label><input type="checkbox" name="public" checked> Public profile</label><label>About <textarea name="about"></textarea></label><button>Update profile</button></form><p class="quota">Used: 3.1 GB of 5 GB</p>`,
  ),
}
