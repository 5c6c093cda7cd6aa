import { createHash } from 'node:crypto'

/**
 * Tells the page how high the email is, since a page cannot look into a frame without an origin. A frame that is smaller than its
 * content is as high as that; else as high as the document itself.
 */
const measure = `{
  const { documentElement: page } = document
  const tell = () => parent.postMessage(
    { mailHeight: page.scrollHeight > innerHeight ? page.scrollHeight : Math.ceil(page.getBoundingClientRect().height) }, '*')
  new ResizeObserver(tell).observe(page)
  addEventListener('load', tell)
}`

/**
 * Takes out the images that the email does not have itself, so that their places are shown and no sign of a failure, and
 * tells the page the URLs. The page loads them through its server if the reader wants, and hands the images in. In a form, names
 * of its fields hide its own properties.
 */
const remoteImages = `{
  const find = document.querySelectorAll.bind(document)
  const places = new Map()
  const isRemote = (text) => /^(?:https?:)?\\/\\//i.test(text)
  const keep = (text, show) => {
    let url
    try { url = new URL(text.startsWith('//') ? 'https:' + text : text).href } catch { return }
    if (!places.has(url)) places.set(url, [])
    places.get(url).push(show)
  }
  const drop = (image) => {
    image.removeAttribute('src')
    image.removeAttribute('srcset')
  }
  const keepImage = (image) => {
    const own = image.getAttribute('src')?.trim() ?? ''
    const set = image.getAttribute('srcset')?.trim() ?? ''
    const written = own || set.split(/\\s/)[0].replace(/,$/, '')
    image.removeAttribute('srcset')
    if (/^data:/i.test(own)) return
    drop(image)
    if (/^data:/i.test(written)) image.src = written
    if (isRemote(written)) keep(written, (data) => { image.src = data })
  }
  // May come before the whole email is read.
  addEventListener('error', ({ target: image }) => {
    if (!(image instanceof HTMLImageElement)) return
    keepImage(image)
    drop(image)
  }, true)
  addEventListener('DOMContentLoaded', () => {
    for (const source of find('picture source')) source.remove()
    for (const image of find('img')) keepImage(image)
    for (const each of find('[background]:not(form)')) {
      const written = each.getAttribute('background').trim()
      if (isRemote(written)) keep(written, (data) => each.setAttribute('background', data))
    }
    for (const each of find('[style*="url(" i]:not(form)')) {
      const written = /^url\\("([^"]*)"\\)$/.exec(each.style?.backgroundImage ?? '')?.[1] ?? ''
      if (isRemote(written)) keep(written, (data) => { each.style.backgroundImage = 'url("' + data + '")' })
    }
    if (places.size) parent.postMessage({ mailRemoteImages: [...places.keys()] }, '*')
  })
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || !(data?.image instanceof Blob)) return
    const reader = new FileReader()
    reader.onload = () => { for (const show of places.get(data.url) ?? []) show(reader.result) }
    reader.readAsDataURL(data.image)
  })
}`

/** The only script that runs in the frame of an email. */
export const frameScript = `${measure}\n${remoteImages}`

/** By which the policy of the frame knows the script. */
export const frameScriptHash = createHash('sha256').update(frameScript).digest('base64')
