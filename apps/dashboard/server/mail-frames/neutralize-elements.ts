/**
 * The tags of an email that would connect to other servers, or could ask the browser to, where no policy of the frame holds it:
 * `preconnect` and `dns-prefetch` of links, `http-equiv` of metas, and links in the `srcdoc` of an inner frame.
 */
const connecting = /<(?:link|meta|iframe)(?=[\s/>])/gi

/**
 * Makes elements that connect to other servers into elements of no meaning. A tag begins with its name, as it is written here, wherever it stands
 * in a document, so that it need not be parsed. `basefont` has no content either and ends no head, but browsers do nothing with it.
 */
export const neutralizeElements = (html: string): string => html.replace(connecting, '<basefont')
