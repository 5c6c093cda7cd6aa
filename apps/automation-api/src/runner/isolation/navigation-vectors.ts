import { html, script, type Vector } from './vector.ts'

const onClick = (name: string, page: (origin: string) => string): Vector => ({
  ...html(name, page),
  visit: (visited) => visited.click('#click'),
})

/** Navigations of a page. */
export const navigationVectors: Vector[] = [
  html('a meta refresh', (to) => `<meta http-equiv="refresh" content="0; url=${to}/">`),
  { ...html('a Refresh header', () => ''), headers: ({ origin }) => ({ Refresh: `0; url=${origin}/` }) },
  html('a change of location', (to) => script(`location = '${to}/'`)),
  html('a replaced location', (to) => script(`location.replace('${to}/')`)),
  html('navigation by the Navigation API', (to) =>
    script(`navigation.navigate('${to}/').finished.catch(() => {})`),
  ),
  html('a popup', (to) => script(`open('${to}/')`)),
  html('a popup that is led on', (to) => script(`w = open('about:blank'); w.location = '${to}/'`)),
  html('a popup without an opener', (to) => script(`open('${to}/', '_blank', 'noopener')`)),
  html(
    'an iframe that navigates its page',
    (to) => `<iframe srcdoc="<script>top.location = '${to}/'</script>"></iframe>`,
  ),
  html('a javascript: address', (to) => `<iframe src="javascript:'<img src=${to}/a.png>'"></iframe>`),
  html('a blob: document', (to) =>
    script(`
      const source = '<img src="${to}/a.png">'
      location = URL.createObjectURL(new Blob([source], { type: 'text/html' }))`),
  ),
  html(
    'a form that is sent with GET',
    (to) => `<form action="${to}/"></form>${script('document.forms[0].submit()')}`,
  ),
  html(
    'a form that is sent with POST',
    (to) =>
      `<form method="post" action="${to}/"><input name="a" value="b"></form>${script('document.forms[0].submit()')}`,
  ),
  html(
    'a form that is sent into an iframe',
    (to) =>
      `<form method="post" target="frame" action="${to}/"></form><iframe name="frame"></iframe>${script('document.forms[0].submit()')}`,
  ),
  {
    name: 'a form whose address redirects (307)',
    page: ({ origin, redirectTo }) =>
      `<form method="post" action="${redirectTo(`${origin}/`, 307)}"></form>${script('document.forms[0].submit()')}`,
    stoppedBy: 'proxy',
  },
  onClick('a link', (to) => `<a id="click" href="${to}/">on</a>`),
  onClick('a link to a new page', (to) => `<a id="click" target="_blank" href="${to}/">on</a>`),
  onClick('a link that pings', (to) => `<a id="click" ping="${to}/" href="#here">on</a>`),
  onClick('a link to a download', (to) => `<a id="click" download href="${to}/">on</a>`),
  onClick(
    'a button with an address of its own',
    (to) => `<form><button id="click" formaction="${to}/">on</button></form>`,
  ),
  onClick(
    'a link in an image map',
    (to) =>
      `<img usemap="#m" width="50" height="50" id="click"><map name="m"><area shape="default" href="${to}/"></map>`,
  ),
]
