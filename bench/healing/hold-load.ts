/**
 * A script that keeps its page loading until the condition is true, and then acts: pictures that are not there are asked
 * for meanwhile. For pages that a package builds at leisure.
 *
 * @param isReady an expression
 * @param act statements
 */
export const holdLoad = (isReady: string, act = ''): string => `
;(function hold() {
  if (${isReady}) { ${act} ; return }
  const picture = new Image()
  picture.onerror = hold
  picture.src = '/wait?' + performance.now()
})()`

/**
 * The same as an element of the page, for one that draws itself.
 *
 * @param selector what it shows once it has
 */
export const whenDrawn = (selector: string, act = ''): string =>
  `<script>${holdLoad(`document.querySelector('${selector}')`, act)}</script>`
