const mebibyte = 1024 * 1024

/**
 * How many bytes a message may have, received or sent: with its files as they are, and as it is on the wire, where a file of
 * 25 MiB is in base64.
 */
export const messageSizes = { content: 25 * mebibyte, message: 36 * mebibyte }
