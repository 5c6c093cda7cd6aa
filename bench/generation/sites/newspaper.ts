import { document, SAID, says } from '../document.ts'

const articles = [
  ['Ferry line to the islands reopens', 'Transport', '3 hours ago', 'J. Falk', 7],
  ['Council votes for a new library', 'Local', '5 hours ago', 'R. Okafor', 21],
  ['Handball team reaches the final', 'Sport', 'yesterday', 'M. Linde', 4],
] as const

const page = (title: string, body: string) =>
  document(
    title,
    `<div class="consent" id="consent"><p>We use cookies.</p><button ${says('accepted')} onmouseup="consent.remove()">Accept all</button></div>
     <nav class="sections"><a href="/">Front page</a><a href="/sport">Sport</a><a href="/weather">Weather</a></nav>
     <h1 class="masthead">${title}</h1>${body}${SAID}`,
  )

export const newspaper = {
  '/': page(
    'The Harbour Herald',
    `<section class="stories">${articles
      .map(
        (
          [headline, section, when, who, comments],
          at,
        ) => `<article class="story"><span class="kicker">${section}</span>
       <h2><a href="/a/${at + 1}">${headline}</a></h2><p class="teaser">Read more about it inside.</p>
       <div class="meta"><span class="author">By ${who}</span> <time>${when}</time> <a class="comments" href="/a/${at + 1}#c">${comments} comments</a></div></article>`,
      )
      .join('')}</section>
     <aside><h2>Most read</h2><ol class="most-read"><li><a href="/a/2">Council votes for a new library</a></li><li><a href="/a/1">Ferry line to the islands reopens</a></li></ol></aside>`,
  ),
  ...Object.fromEntries(
    articles.map(([headline, section, when, who], at) => [
      `/a/${at + 1}`,
      page(
        headline,
        `<p class="byline">By <span class="author">${who}</span>, ${when}</p><p class="lead">Lead of story ${at + 1}.</p>
         <p>Section: ${section}</p><button ${says('saved')}>Save article</button>`,
      ),
    ]),
  ),
  '/sport': page(
    'Sport',
    `<table class="results"><caption>Results</caption><tr><th>Home</th><th>Away</th><th>Score</th></tr>
     <tr><td>Harbour</td><td>Hillside</td><td>28:25</td></tr><tr><td>Valley</td><td>Lakeside</td><td>19:30</td></tr></table>`,
  ),
  '/weather': page(
    'Weather',
    `<div class="now"><span class="temperature">14 °C</span> <span class="sky">Cloudy</span></div>
     <ul class="days"><li><b>Monday</b> <i>12 °C</i></li><li><b>Tuesday</b> <i>15 °C</i></li></ul>`,
  ),
}
