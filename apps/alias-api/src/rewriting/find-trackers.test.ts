import { describe, expect, test } from 'vitest'
import { findTrackers } from './find-trackers.ts'

const rewrite = (html: string): string => {
  let at = 0
  let text = ''
  for (const edit of findTrackers(html).edits) {
    text += html.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + html.slice(at)
}

// As they stand in mail of the services, with other ids.
const pixels = {
  Mailchimp:
    '<img src="https://shop.us12.list-manage.com/track/open.php?u=cb54&amp;id=7a3e&amp;e=23de" height="1" width="1" alt="">',
  SendGrid:
    '<img src="http://url123.shop.example/wf/open?upn=u001.abc-2Bdef" alt="" width="1" height="1" border="0" style="height:1px !important;width:1px !important;border-width:0 !important;margin:0 !important;padding:0 !important;"/>',
  'Amazon SES':
    '<img alt="" src="https://abc.r.eu-west-1.awstrack.me/I0/0102018f/xyz=317" style="display: none; width: 1px; height: 1px;">',
  Mailgun: "<img width='1px' height='1px' alt='' src='https://email.mg.shop.example/o/eJwVzEEOgyAQ'>",
  Postmark: '<img src="https://click.pstmrk.it/open/v3/3s/abc" width="1" height="1" border="0" alt="" />',
  HubSpot:
    '<img src="https://t.hubspotemail.net/e2t/to/abc" alt="" width="1" height="1" border="0" style="display:none!important;min-height:1px!important;width:1px!important">',
  'Salesforce, without quotes': '<IMG SRC=https://cl.s7.exct.net/open.aspx?ffcb10-fe96 WIDTH=1 HEIGHT=1>',
  'Campaign Monitor':
    '<img src="https://shop.cmail20.com/t/i-o-abc-def/o.gif" width="1" height="1" border="0" alt="" style="height:1px!important">',
  'Mailtrack, which says that it is shown':
    '<img width="0" height="0" class="mailtrack-img" alt="" style="display:flex" src="https://mailtrack.io/trace/mail/0eab.png?u=1234567">',
  'a size by its style alone': '<img src="//px.shop.example/o/1.gif" style="width:1px;height:1px">',
  'no size by the largest that it may have':
    '<img src="https://px.shop.example/1" style="max-height:0;max-width:0;overflow:hidden">',
  'no height': '<img src="https://px.shop.example/1" width="100%" height="0">',
  'a style that hides it': '<img src="https://px.shop.example/1.png" style="visibility:hidden">',
  'its attribute that hides it': '<img hidden src="https://px.shop.example/1.png">',
  'a tag over several lines':
    '<img\r\n  src="https://px.shop.example/1.gif"\r\n  width="1"\r\n  height="1"\r\n>',
  'an URL in character references': '<img src="&#104;ttps&colon;//px.shop.example/1" width="1" height="1">',
  'an URL in a srcset': '<img srcset="https://px.shop.example/1 1x" width="1" height="1">',
  'an URL in a srcset beside an image of its own':
    '<img src="data:image/gif;base64,R0" srcset="cid:a 1x, https://px.shop.example/1 2x" style="display:none">',
  'a known service in a srcset': '<img srcset="https://ct.sendgrid.net/wf/open?upn=1 1x" width="90">',
  'the other name of the tag': '<image src="https://px.shop.example/1" width="1" height="1">',
}

const others = {
  'an image that is seen': '<img src="https://cdn.shop.example/logo.png" width="200" height="50" alt="Shop">',
  'an image without a size': '<img src="https://cdn.shop.example/hero.jpg">',
  'an image with a width alone': '<img src="https://cdn.shop.example/hero.jpg" width="1">',
  'a line': '<img src="https://cdn.shop.example/line.gif" width="600" height="1">',
  'a space': '<img src="https://cdn.shop.example/spacer.gif" width="1" height="20">',
  'a spacer in the mail': '<img src="cid:spacer@shop.example" width="1" height="1">',
  'a spacer in its URL': '<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP" width="1" height="1">',
  'an image whose style is larger than its attributes':
    '<img src="https://cdn.shop.example/a.png" width="1" height="1" style="width:100%;height:auto">',
  'an image that a style sheet shows on a telephone':
    '<img class="mobile" style="display:none" src="https://cdn.shop.example/mobile.png" width="320">',
  'an image of several sizes':
    '<img srcset="https://cdn.shop.example/a.png 1x, https://cdn.shop.example/b.png 2x">',
  'a percentage': '<img src="https://cdn.shop.example/a.png" width="1%" height="1%">',
  'a pixel in a comment': '<!-- <img src="https://px.shop.example/1" width="1" height="1"> -->',
  'a pixel in a style sheet':
    '<style>/* <img src="https://px.shop.example/1" width="1" height="1"> */</style>',
  'a pixel in the text': '&lt;img src="https://px.shop.example/1" width="1" height="1"&gt;',
  'an image of another host with a known path': '<img src="https://cdn.example/track/open.png" width="90">',
}

describe('a pixel is taken out', () => {
  test.each(Object.entries(pixels))('by %s', (_what, pixel) => {
    expect(rewrite(`<p>before</p>${pixel}<p>after</p>`).replace('\r\n', '')).toBe('<p>before</p><p>after</p>')
    expect(findTrackers(pixel).pixels).toHaveLength(1)
  })

  test('with its host', () => {
    expect(findTrackers(pixels.Mailchimp + pixels.SendGrid).pixels).toEqual([
      'shop.us12.list-manage.com',
      'url123.shop.example',
    ])
  })
})

test.each(Object.entries(others))('%s stays', (_what, html) => {
  expect(findTrackers(`<p>before</p>${html}<p>after</p>`)).toEqual({ edits: [], pixels: [], links: 0 })
})

test('a tag that does not end stays', () => {
  expect(findTrackers('<p>x</p><img src="https://px.shop.example/1" width="1" height="1"').edits).toEqual([])
})

describe('a link', () => {
  test.each([
    ['https://a.example/p?utm_source=n&amp;utm_medium=email', 'https://a.example/p'],
    ['https://a.example/p?id=7&amp;utm_source=n&amp;b=2', 'https://a.example/p?id=7&amp;b=2'],
    ['https://a.example/p?utm_source=n&id=7', 'https://a.example/p?id=7'],
    ['https://a.example/p?UTM_Source=n&#38;id=7#top', 'https://a.example/p?id=7#top'],
    ['http://a.example/?fbclid=x&amp;gclid=y&amp;mc_eid=z&amp;mc_cid=w#a', 'http://a.example/#a'],
    ['//a.example/?_hsenc=p2&_hsmi=1', '//a.example/'],
    ['https://a.example/?a=&#39;x&#39;&amp;yclid=1', 'https://a.example/?a=&#39;x&#39;'],
  ])('%s becomes %s', (url, clean) => {
    expect(rewrite(`<a class="b" href="${url}" title="utm_source">x</a>`)).toBe(
      `<a class="b" href="${clean}" title="utm_source">x</a>`,
    )
    expect(findTrackers(`<area href='${url}'>`).links).toBe(1)
  })

  test.each([
    'https://a.example/utm_source=n',
    'https://a.example/?source=n&amp;medium=email',
    'https://a.example/?q=utm_source',
    'https://a.example/#utm_source=n',
    'https://a.example/?to=https%3A%2F%2Fb.example%2F%3Futm_source%3Dn',
    'mailto:a@a.example?utm_source=n',
    'https://shop.us12.list-manage.com/unsubscribe?u=cb&amp;id=7a&amp;e=23',
    '?utm_source=n',
  ])('%s stays', (url) => {
    expect(findTrackers(`<a href="${url}">x</a>`).edits).toEqual([])
  })

  test('stays where it is no link of the HTML', () => {
    const url = 'https://a.example/?utm_source=n'
    expect(findTrackers(`<p title="${url}">${url}</p><link href="${url}">`).edits).toEqual([])
  })
})

test('of the host of a pixel no more is kept than a name in DNS may have', () => {
  const host = `${'a'.repeat(100_000)}.example`
  const found = findTrackers(`<img src="https://${host}/" width="1" height="1">`)
  expect(found.pixels).toEqual([host.slice(0, 253)])
})

// Each would take hours where its cost grew with the square of its length.
test.each([
  ['attributes', `<img ${'a b c d '.repeat(250_000)}>`],
  ['the same attribute', `<a ${'href="?utm_a" '.repeat(150_000)}>`],
  ['beginnings of tags', '<img src="https://a.example/" '.repeat(70_000)],
  ['ampersands', `<a href="https://a.example/?${'&#'.repeat(1_000_000)}">`],
  ['parameters', `<a href="https://a.example/?${'utm_a&'.repeat(350_000)}">`],
  ['declarations', `<img src="https://a.example/" style="${'width:1px;'.repeat(200_000)}">`],
  ['comments', '<!--'.repeat(500_000)],
  ['references', `<img src="https://a.example/${'&#x'.repeat(700_000)}">`],
  ['sizes', `<img width="1" height="1" srcset="${'cid:a 1x, '.repeat(200_000)}">`],
  ['zeros', `<img src="https://a.example/" width="${'0'.repeat(2_000_000)}">`],
])('two megabytes of %s are read in linear time', (_what, html) => {
  expect(() => findTrackers(html)).not.toThrow()
})
