/** What a header's name consists of (RFC 9110, 5.6.2). */
export const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** What no header's value may contain, of the characters that are one byte each and of all others. */
export const invalidInValue = /[^\t\x20-\x7e\x80-\xff]/
