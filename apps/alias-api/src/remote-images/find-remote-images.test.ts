import { describe, expect, test } from 'vitest'
import { findRemoteImages } from './find-remote-images.ts'

const a = 'https://images.example/a.png'

describe('the remote images of an email', () => {
  test.each([
    ['an image', `<img src="${a}">`],
    ['an image without quotes', `<IMG SRC=${a}>`],
    ['an image that browsers take for one', `<image src='${a}'>`],
    ['an image without a protocol', '<img src="//images.example/a.png">'],
    ['a candidate of a srcset', `<img srcset="cid:x 1x, ${a} 2x">`],
    ['a candidate without a descriptor', `<img srcset="${a},cid:x">`.replace(',', ', ')],
    ['a background of an attribute', `<td background="${a}">`],
    ['a background of a style', `<td style="color: red; background: URL( '${a}' ) no-repeat">`],
    ['a background of a style without quotes', `<td style="background-image:url(${a})">`],
    ['a background of what its padding shows', `<div style="height:0;padding:9px;background:url(${a})">`],
    ['a reference that is written with entities', '<img src="https&colon;//images.example/&#97;.png">'],
  ])('%s is found', (_what, html) => {
    expect([...findRemoteImages(html)]).toEqual([a])
  })

  test('URLs are found as browsers write them', () => {
    const html = '<img src=" HTTPS://Images.Example:443/a b?x=1&amp;y=ä ">'
    expect([...findRemoteImages(html)]).toEqual(['https://images.example/a%20b?x=1&y=%C3%A4'])
  })

  test.each([
    ['a tracking pixel', `<img src="${a}" width=1 height=1>`],
    ['a hidden image', `<img src="${a}" srcset="${a} 2x" style="display:none">`],
    ['a tracking pixel that has its URL in a srcset', `<img srcset="${a} 1x" width=1 height=1>`],
    ['a hidden image that has its URL in a srcset', `<img srcset="cid:x 1x, ${a} 2x" style="display:none">`],
    ['a tracking pixel with an image of its own', `<img src="data:a" srcset="${a} 1x" width=1 height=1>`],
    ['a background of a point', `<td background="${a}" width="1" height="1">`],
    ['a background of a point by its style', `<td style="width:1px;height:1px;background:url(${a})">`],
    ['a background of what is hidden', `<div style="display:none;background:url(${a})">`],
    ['an image of a known tracker', '<img src="https://ct.sendgrid.net/wf/open?upn=1">'],
    ['a background of a known tracker', '<td background="https://ct.sendgrid.net/wf/open?upn=1">'],
    ['a link', `<a href="${a}">`],
    ['a style sheet', `<link rel=stylesheet href="${a}">`],
    ['a frame', `<iframe src="${a}"></iframe>`],
    ['a comment', `<!-- <img src="${a}"> -->`],
    ['a text', `img src="${a}"`],
    [
      'an image of the email itself',
      '<img src="cid:a"><img src="data:image/png;base64,AA"><img src="a.png">',
    ],
    ['a URL of another kind', '<img src="file:///etc/passwd"><img src="javascript:1"><img src="ftp://a/b">'],
  ])('%s is none', (_what, html) => {
    expect([...findRemoteImages(html)]).toEqual([])
  })

  test('a thousand are found at most', () => {
    const images = Array.from({ length: 3000 }, (_, index) => `<img src="${a}?${index}">`)
    expect(findRemoteImages(images.join('')).size).toBe(1000)
  })

  test('one that is longer than all of an email may be is left out', () => {
    const long = `https://images.example/${'x'.repeat(250_000)}`
    expect([...findRemoteImages(`<img src="${long}"><img src="${a}">`)]).toEqual([a])
  })

  test('a srcset may be as long as an email', () => {
    expect([...findRemoteImages(`<img src="${a}" srcset="${'cid:x 1x, '.repeat(200_000)}">`)]).toEqual([a])
  })

  test.each([
    ['images', '<img src=//a>'],
    ['backgrounds', '<td background=//a>'],
  ])('of very many %s the first are looked at only', (_what, tag) => {
    expect([...findRemoteImages(tag.repeat(6000) + `<img src="${a}">`)]).toEqual(['https://a/'])
  })
})
