/** A page of a site of the benchmark. What is in its `#said` tells a run what the page has been made to do. */
export const document = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`

/** An attribute that writes a text into `#said` on a click. */
export const says = (text: string): string => `onclick="said.textContent = '${text}'"`

export const SAID = '<p id="said"></p>'
